import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import pg from 'pg';
import { connectionConfig } from './connect.ts';

/** Who has a login of its own; `readonly` is for reports and the ledger's checks, `backup` for pg_dump. */
export const loginOwners = ['api', 'indexer', 'settler', 'signer', 'readonly', 'backup'] as const;
export type LoginOwner = (typeof loginOwners)[number];
/** Password of each login. */
export type LoginPasswords = Readonly<Record<LoginOwner, string>>;

/** The logins cannot be made or are not what they must be; one sentence for the person at the terminal. */
export class LoginFault extends Error {}

const SCRAM_ROUNDS = 4_096;
const NAME_BYTES_MAX = 63;
/** Roles belong to the whole server: two starts at once would each find the other's half. */
const LOGINS_LOCK = 7_730_003;

/** Roles belong to the whole server, so each database has logins of its own: two installations do not meet. */
export function loginName(database: string, owner: string): string {
  const name = `${database}_${owner}_login`;
  if (Buffer.byteLength(name) > NAME_BYTES_MAX) {
    throw new LoginFault(`The database's name ${database} is too long for logins named after it.`);
  }
  return name;
}

/** The same database under another login. */
export function urlOf(databaseUrl: string, login: string, password: string): string {
  const url = new URL(databaseUrl);
  url.username = encodeURIComponent(login);
  url.password = encodeURIComponent(password);
  return url.href;
}

/** What PostgreSQL stores of a password (RFC 5803): with it in the statement no log of the server can hold the password. */
function scramVerifier(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, SCRAM_ROUNDS, 32, 'sha256');
  const sign = (text: string): Buffer => createHmac('sha256', salted).update(text).digest();
  const stored = createHash('sha256').update(sign('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${SCRAM_ROUNDS}:${salt.toString('base64')}$${stored}:${sign('Server Key').toString('base64')}`;
}

/**
 * Makes the logins of a database, or gives those that are there their present password, each a member of its own role and
 * of nothing else, without the right to take a role. `url` is the owner's: a superuser or a role with CREATEROLE. After
 * the migrations. Throws {@link LoginFault} when that role may not.
 */
export async function makeLogins(
  url: string,
  passwords: Readonly<Record<string, string>>,
  prefix?: string,
): Promise<void> {
  const client = new pg.Client(connectionConfig(url, 'owner'));
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ database: string }>('select current_database() as database');
    const database = rows[0]?.database ?? '';
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [LOGINS_LOCK]);
    for (const [owner, password] of Object.entries(passwords)) {
      await makeLogin(client, loginName(prefix ?? database, owner), `openmere_${owner}`, password);
    }
    if (prefix === undefined) await closeToOthers(client, database, Object.keys(passwords));
    await client.query('commit');
  } catch (cause) {
    await client.query('rollback').catch(() => undefined);
    if (cause instanceof pg.DatabaseError && cause.code === '42501') {
      throw new LoginFault(
        `DATABASE_URL: its role may not make the logins of the processes (${cause.message}): give it CREATEROLE, or set OPENMERE_DATABASE_URL_API, _INDEXER, _SETTLER and _SIGNER (docs/runbook.md).`,
        { cause },
      );
    }
    throw cause;
  } finally {
    await client.end();
  }
}

async function makeLogin(client: pg.Client, name: string, role: string, password: string): Promise<void> {
  const login = client.escapeIdentifier(name);
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [name]);
  const verb = rowCount === 0 ? 'create' : 'alter';
  const verifier = client.escapeLiteral(scramVerifier(password));
  await client.query(`${verb} role ${login} login inherit password ${verifier}`);
  await client.query(`grant ${client.escapeIdentifier(role)} to ${login} with inherit true, set false`);
}

/** Nobody else's login connects: the roles are the same in every database of the server, the logins are not. */
async function closeToOthers(client: pg.Client, database: string, owners: readonly string[]): Promise<void> {
  const name = client.escapeIdentifier(database);
  await client.query(`revoke all on database ${name} from public`);
  const logins = owners.map((owner) => client.escapeIdentifier(loginName(database, owner))).join(', ');
  await client.query(`grant connect on database ${name} to ${logins}`);
}

/**
 * Why a connection is not the login of `owner` alone; undefined when it is. The owner of the tables, a superuser and any
 * login that is a member of, or could take, another role of the house is refused.
 */
export async function findLoginFault(pool: pg.Pool, owner: LoginOwner): Promise<string | undefined> {
  const { rows } = await pool.query<{ who: string; reasons: (string | null)[] }>(
    `select session_user::text as who, array[
       case when r.rolsuper or r.rolcreaterole or r.rolbypassrls then 'may do more than a process' end,
       case when not pg_has_role(session_user, 'openmere_' || $1, 'usage') then 'lacks the rights of openmere_' || $1 end,
       (select 'is a member of ' || string_agg(other.rolname, ', ' order by other.rolname)
          from pg_roles other
         where other.rolname like 'openmere\\_%' and other.rolname <> 'openmere_' || $1 and other.rolname <> session_user
           and pg_has_role(session_user, other.oid, 'member')),
       case when exists (select from pg_class c where c.relnamespace in (to_regnamespace('public'), to_regnamespace('ledger'))
                           and c.relowner = r.oid) then 'owns tables' end
     ] as reasons
     from pg_roles r where r.rolname = session_user`,
    [owner],
  );
  const reasons = rows[0]?.reasons.filter((reason) => reason !== null) ?? ['is unknown'];
  if (reasons.length === 0) return undefined;
  return `DATABASE_URL: the ${owner} needs a login of its own; ${rows[0]?.who ?? ''} ${reasons.join(', ')} (docs/runbook.md)`;
}
