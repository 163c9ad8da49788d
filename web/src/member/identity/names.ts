/** Keys of the texts of documents, and of the causes of a rejection. */
export const documentNames = {
  passport: 'kindPassport',
  idcard: 'kindIdcard',
  licence: 'kindLicence',
  residence: 'kindResidence',
} as const;

export const causeTexts = {
  unreadable: 'cause_unreadable',
  expired: 'cause_expired',
  mismatch: 'cause_mismatch',
  face: 'cause_face',
  incomplete: 'cause_incomplete',
  kind: 'cause_kind',
  other: 'cause_other',
} as const;
