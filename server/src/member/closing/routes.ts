import { closing, deleteAccount, exportPictures } from '@openmere/core/member/own-data-contract.ts';
import { serveProved } from '../../auth/contract-signature.ts';
import type { AuthDeps } from '../../auth/deps.ts';
import { serveTx } from '../../platform/http/serve.ts';
import type { Api } from '../../platform/http/serve.ts';
import { giveOwnPictures } from '../own-pictures.ts';
import { closeAccount, showClosing } from './close-account.ts';
import type { ClosingPorts } from './close-account.ts';

/** The end of an account, and the pictures that one takes along. */
export function closingRoutes(api: Api, deps: AuthDeps & { closing: ClosingPorts }): void {
  serveTx(api, exportPictures, giveOwnPictures, deps);
  serveTx(api, closing, showClosing, deps);
  serveProved(api, deleteAccount, closeAccount, deps);
}
