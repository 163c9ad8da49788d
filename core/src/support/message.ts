import { Refusal } from '../kit/refusal.ts';

export const MESSAGE_MAX = 2_000;
export const PICTURES_MAX = 6;
export const CONTACT_MAX = 120;

/** As stored: one spelling of each letter, lines kept, no more than one empty line in between. */
export function normaliseMessage(text: string): string {
  return text
    .normalize('NFC')
    .trim()
    .replace(/\r\n?/g, '\n')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/\n{3,}/g, '\n\n');
}

/** Nothing that hides or steers; joiners and marks stay, because several of the nine languages are written with them. */
function isPlain(text: string): boolean {
  return !/[\p{Cc}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u.test(
    text.replaceAll('\n', ' '),
  );
}

/** Refuses `support.badtext`: empty, too long, or with characters that hide something. Asked of a normalised one. */
export function checkMessage(text: string): Refusal | undefined {
  const { length } = Array.from(text);
  return length >= 1 && length <= MESSAGE_MAX && isPlain(text)
    ? undefined
    : new Refusal('support.badtext', { max: MESSAGE_MAX });
}

/** How a visitor can be reached, in one line; empty for not at all. */
export function checkContact(contact: string): Refusal | undefined {
  return Array.from(contact).length <= CONTACT_MAX && isPlain(contact) && !contact.includes('\n')
    ? undefined
    : new Refusal('support.badcontact', { max: CONTACT_MAX });
}

const PICTURE = /^\/files\/[A-Za-z0-9_-]{8,100}\.webp$/;

/** Pictures of Ctrls/Upload; whose they are, the server looks up. */
export function checkPictures(pictures: readonly string[]): Refusal | undefined {
  return pictures.every((address) => PICTURE.test(address)) ? undefined : new Refusal('support.badpicture');
}
