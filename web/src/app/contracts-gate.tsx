import type { ContractKey } from '@openmere/core/chain/addresses.ts';
import { type ComponentType, useEffect } from 'react';
import { replace } from '../platform/history.ts';
import { contractsOf } from '../setting/contracts.ts';
import { useConfig } from '../setting/use-config.ts';

const checkPath = '/pages/pres';

/** The screen behind a gate: as soon as the configuration lacks a contract that it needs, the environment check is shown. */
export function withContracts(Screen: ComponentType, needs: readonly ContractKey[]): ComponentType {
  return function ContractsGate() {
    const config = useConfig();
    const contracts = contractsOf(config);
    const isMissing = config !== undefined && needs.some((key) => contracts[key] === undefined);
    useEffect(() => {
      if (isMissing) replace(checkPath);
    }, [isMissing]);
    return isMissing ? null : <Screen />;
  };
}
