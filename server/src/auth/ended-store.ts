import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';

/**
 * What has ended and is kept no longer: one-use things after their expiry, codes a day after, attempts after two days,
 * sessions a month after they ended, the history of logins, and requests to take off a lost second factor, after half a year. Each statement removes `batch` rows at most, so that no lock is held for long. Written out, table by
 * table, so that the settler's rights can be compared with it (migrations/rights.sql).
 */
export const endedOfAuth = (batch: number): readonly RawBuilder<unknown>[] => [
  sql`delete from used_nonce where ctid = any(array(
    select ctid from used_nonce where expires_at < now() limit ${batch}))`,
  sql`delete from wallet_nonce where ctid = any(array(
    select ctid from wallet_nonce where expires_at < now() limit ${batch}))`,
  sql`delete from passkey_question where ctid = any(array(
    select ctid from passkey_question where expires_at < now() limit ${batch}))`,
  sql`delete from totp_start where ctid = any(array(
    select ctid from totp_start where expires_at < now() limit ${batch}))`,
  sql`delete from auth_code where ctid = any(array(
    select ctid from auth_code where expires_at < now() - interval '1 day' limit ${batch}))`,
  sql`delete from auth_attempt where ctid = any(array(
    select ctid from auth_attempt where last_at < now() - interval '2 days' and free_at < now() limit ${batch}))`,
  sql`delete from auth_pot where ctid = any(array(
    select ctid from auth_pot where at < now() - interval '2 days' limit ${batch}))`,
  sql`delete from auth_browser where ctid = any(array(
    select ctid from auth_browser where last_login_at < now() - interval '400 days' limit ${batch}))`,
  sql`delete from auth_code_mail where ctid = any(array(
    select ctid from auth_code_mail where sent_at < now() - interval '2 days' limit ${batch}))`,
  sql`delete from auth_code_look where ctid = any(array(
    select ctid from auth_code_look where hour < now() - interval '2 days' limit ${batch}))`,
  sql`delete from auth_freeze_link where ctid = any(array(
    select ctid from auth_freeze_link where expires_at < now() - interval '30 days' limit ${batch}))`,
  sql`delete from login_record where ctid = any(array(
    select ctid from login_record where at < now() - interval '180 days' limit ${batch}))`,
  sql`delete from factor_reset where ctid = any(array(
    select ctid from factor_reset where state <> 'open' and ended_at < now() - interval '180 days' limit ${batch}))`,
  sql`delete from auth_session where ctid = any(array(
    select ctid from auth_session where expires_at < now() - interval '30 days' limit ${batch}))`,
];
