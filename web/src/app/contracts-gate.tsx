import type { ContractKey } from '@openmere/core/chain/addresses.ts';
import { chainContracts } from '@openmere/core/setting/chain.ts';
import { useEffect } from 'react';
import type { ComponentType } from 'react';
import { replace } from '../platform/history.ts';
import { useKnownSetting } from '../setting/use-setting.ts';

const CHECK_PATH = '/pages/pres';

/** The screen behind a gate: as soon as the configuration lacks a contract that it needs, the environment check is shown. */
export function withContracts(Screen: ComponentType, needs: readonly ContractKey[]): ComponentType {
  return function ContractsGate() {
    const contracts = useKnownSetting(chainContracts);
    const isMissing = contracts !== undefined && needs.some((key) => contracts[key] === undefined);
    useEffect(() => {
      if (isMissing) replace(CHECK_PATH);
    }, [isMissing]);
    return isMissing ? null : <Screen />;
  };
}
