import { addresses, flag, link, whole, words } from './define.ts';

export const chainContracts = addresses('chain.contracts', '{}');
export const chainExplorer = link('chain.explorer', '');
export const walletInapp = flag('wallet.inapp', '1');

/** What a process knows about itself and no table keeps: GetConfig answers it, too. */
export const chainId = whole('chain.id', '56');
/** Path of the relay to the chain's nodes, on our own origin. */
export const chainRpc = words('chain.rpc', '/rpc');
/** Public key for secrets, as JSON; empty before it is known. */
export const cryptoJwk = words('crypto.jwk', '');
/** Whether codes can be sent to phones; without a carrier there are no phone functions. */
export const phoneCodes = flag('phone.codes', '0');
/** Public key of the house towards browsers' push services; empty where there is no web push. */
export const pushKey = words('push.key', '');
/** Path of the faucet; empty but on the development chain. */
export const devFaucet = words('dev.faucet', '');
