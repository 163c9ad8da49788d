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
import type { Tx } from '../platform/db/connect.ts';
import { findReceiver } from './find-receiver.ts';
import { type Contact, dropContact, findContacts, putContact } from './store.ts';

function showContact({ target, name, saved_at }: Contact): CallOutput<typeof contacts> {
  return { target, name, time: saved_at.toISOString() };
}

/** Wallet/Contacts: the member's own, by name. */
export async function listContacts(
  tx: Tx,
  _now: Date,
  actor: MemberActor,
): Promise<CallResult<typeof contacts>> {
  const rows = await findContacts(tx, actor.id);
  return { list: rows.map(showContact) };
}

/**
 * Wallet/ContactSave: the same target again gets the new name. Refusals in order: badname, those of findReceiver,
 * manycontacts.
 */
export async function saveContact(
  tx: Tx,
  _now: Date,
  actor: MemberActor,
  input: CallParsed<typeof contactSave>,
): Promise<CallResult<typeof contactSave>> {
  refuse(checkContactName(input.name));
  await findReceiver(tx, actor.id, input.target);
  const target = normaliseTarget(input.target);
  const known = await findContacts(tx, actor.id);
  if (known.length >= CONTACTS_MAX && !known.some((contact) => contact.target === target))
    throw new Refusal('transfer.manycontacts', { max: CONTACTS_MAX });
  return showContact(await putContact(tx, { member_id: actor.id, target, name: normaliseText(input.name) }));
}

/** Wallet/ContactRemove: what is not there is forgotten already. */
export async function removeContact(
  tx: Tx,
  _now: Date,
  actor: MemberActor,
  input: CallParsed<typeof contactRemove>,
): Promise<CallResult<typeof contactRemove>> {
  await dropContact(tx, actor.id, normaliseTarget(input.target));
  return {};
}
