import {
  contactRemove,
  contacts,
  contactSave,
  transfer,
  transferQuote,
  transfers,
} from '@openmere/core/transfer/contract.ts';
import { serve, serveTx } from '../platform/http/serve.ts';
import type { Api } from '../platform/http/serve.ts';
import { listContacts, removeContact, saveContact } from './contacts.ts';
import { listTransfers } from './list.ts';
import { quoteForSender } from './quote.ts';
import { sendTransfer } from './send.ts';
import type { SendDeps } from './send.ts';

export type TransferDeps = SendDeps;

/**
 * The member's calls. No transaction around those of money: reads need none, and the ledger commits transfers in groups.
 */
export function transferRoutes(api: Api, deps: TransferDeps): void {
  serve(api, transferQuote, (actor, input) => quoteForSender(deps.db, actor, input));
  serve(api, transfer, (actor, input, now) => sendTransfer(actor, input, now, deps));
  serve(api, transfers, (actor, input) => listTransfers(deps.db, actor, input));
  serveTx(api, contacts, listContacts);
  serveTx(api, contactSave, saveContact);
  serveTx(api, contactRemove, removeContact);
}
