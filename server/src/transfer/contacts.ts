import type { CallOutput, CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import { Refusal, refuse } from '@openmere/core/kit/refusal.ts';
import type { contactRemove, contacts, contactSave } from '@openmere/core/transfer/contract.ts';
import {
  checkContactName,
  CONTACTS_MAX,
  normaliseTarget,
  normaliseText,
} from '@openmere/core/transfer/rules.ts';
import type { MemberActor } from '../platform/actor.ts';
import type { Ctx } from '../platform/context.ts';
import { findReceiver } from './find-receiver.ts';
import { dropContact, findContacts, putContact } from './store.ts';
import type { Contact } from './store.ts';

function showContact({ target, name, saved_at }: Contact): CallOutput<typeof contacts> {
  return { target, name, time: saved_at.toISOString() };
}

/** Wallet/Contacts: the member's own, by name. */
export async function listContacts(
  ctx: Pick<Ctx<MemberActor>, 'tx' | 'actor'>,
): Promise<CallResult<typeof contacts>> {
  const { tx, actor } = ctx;
  const rows = await findContacts(tx, actor.id);
  return { list: rows.map(showContact) };
}

/**
 * Wallet/ContactSave: the same target again gets the new name. Refusals in order: badname, those of findReceiver,
 * manycontacts.
 */
export async function saveContact(
  ctx: Pick<Ctx<MemberActor>, 'tx' | 'actor'>,
  input: CallParsed<typeof contactSave>,
): Promise<CallResult<typeof contactSave>> {
  const { tx, actor } = ctx;
  refuse(checkContactName(input.name));
  await findReceiver(ctx, { senderId: actor.id, target: input.target });
  const target = normaliseTarget(input.target);
  const known = await findContacts(tx, actor.id);
  if (known.length >= CONTACTS_MAX && !known.some((contact) => contact.target === target))
    throw new Refusal('transfer.manycontacts', { max: CONTACTS_MAX });
  return showContact(await putContact(tx, { member_id: actor.id, target, name: normaliseText(input.name) }));
}

/** Wallet/ContactRemove: what is not there is forgotten already. */
export async function removeContact(
  ctx: Pick<Ctx<MemberActor>, 'tx' | 'actor'>,
  input: CallParsed<typeof contactRemove>,
): Promise<CallResult<typeof contactRemove>> {
  const { tx, actor } = ctx;
  await dropContact(tx, actor.id, normaliseTarget(input.target));
  return {};
}
