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

/** The member's calls. No transaction around a transfer: the ledger commits them in groups. */
export function transferRoutes(api: Api, deps: TransferDeps): void {
  serveTx(api, transferQuote, quoteForSender);
  serve(api, transfer, sendTransfer, deps);
  serveTx(api, transfers, listTransfers);
  serveTx(api, contacts, listContacts);
  serveTx(api, contactSave, saveContact);
  serveTx(api, contactRemove, removeContact);
}
