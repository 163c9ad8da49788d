import { allCalls } from '@openmere/core/calls.ts';
import { operatorRoles } from '@openmere/core/kit/call.ts';
import { expect, test } from 'vitest';
import { guardedCalls, mayCall } from './access.ts';

test('refuses: a call of operators that this list leaves out', () => {
  const operators = allCalls.filter(({ access }) => access.kind === 'operator').map(({ path }) => path);
  expect([...guardedCalls].sort()).toEqual(operators.sort());
});

test('property: every role is shown exactly what the contract lets it do', () => {
  for (const path of guardedCalls) {
    const access = allCalls.find((one) => one.path === path)?.access;
    if (access?.kind !== 'operator') throw new Error(`${path} is no call of operators`);
    for (const role of operatorRoles) {
      const allowed = access.roles.length === 0 || access.roles.includes(role);
      expect(mayCall(role, path), `${role} ${path}`).toBe(allowed);
    }
  }
});
