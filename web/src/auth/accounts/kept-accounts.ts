import { create } from 'zustand';
import { call, CallRefused } from '../../platform/api-client.ts';
import { forgetPerson } from '../../platform/forget-person.ts';
import { relaunch } from '../../platform/history.ts';
import { askAs } from '../../platform/other-session.ts';
import { sealedText } from '../../platform/sealed-text.ts';
import { currentToken, useSessionStore } from '../../platform/session.ts';
import { writeStored } from '../../platform/storage.ts';
import { finishLogin } from '../login/finish-login.ts';

/** Another account that is logged in on this device: who it is, and its session's token. Never a password. */
export type KeptAccount = {
  userid: string;
  nickname: string;
  avatar: string;
  invitationcode: string;
  token: string;
  /** It is a sub-account, entered from its main account. */
  acting: boolean;
};

/** Besides the one that acts. */
export const ACCOUNTS_MAX = 10;
const sealed = sealedText('openmere-accounts');

/** The accounts besides the one that acts; undefined until they are read. */
export const useKeptAccounts = create<{ list: readonly KeptAccount[] | undefined }>(() => ({
  list: undefined,
}));

/** Whether this browser can keep them at all. */
export const canKeepAccounts = (): boolean => 'indexedDB' in globalThis && 'subtle' in crypto;

/** Reads them from the device. What cannot be read (the key is gone) is dropped: one logs in again. */
export async function readAccounts(): Promise<readonly KeptAccount[]> {
  let list: KeptAccount[] = [];
  try {
    list = canKeepAccounts() ? (JSON.parse((await sealed.read()) ?? '[]') as KeptAccount[]) : [];
  } catch (error) {
    console.warn('the accounts of this device cannot be read', error);
    await sealed.drop();
  }
  useKeptAccounts.setState({ list });
  return list;
}

async function write(list: readonly KeptAccount[]): Promise<void> {
  const kept = list.slice(0, ACCOUNTS_MAX);
  if (kept.length === 0) await sealed.drop();
  else await sealed.write(JSON.stringify(kept));
  // Says only that there are some, so that the login page looks.
  writeStored('user.kept', kept.length === 0 ? undefined : '1');
  useKeptAccounts.setState({ list: kept });
}

/** The account that acts stays logged in, and is left; none where nobody is, or the session has just ended. */
async function leaving(): Promise<KeptAccount[]> {
  const token = currentToken();
  if (token === undefined) return [];
  const { acting } = useSessionStore.getState();
  try {
    const { userid, nickname, avatar, invitationcode } = await call('Users/Info', {});
    return [{ userid, nickname, avatar, invitationcode, token, acting }];
  } catch (error) {
    if (error instanceof CallRefused && error.code === 'notlogin') return [];
    throw error;
  }
}

async function besides(accounts: readonly KeptAccount[]): Promise<KeptAccount[]> {
  const gone = new Set(accounts.map(({ userid }) => userid));
  return (await readAccounts()).filter(({ userid }) => !gone.has(userid));
}

/** Keeps one more that is logged in here beside the one that acts. */
export async function keepAccount(account: KeptAccount): Promise<void> {
  await write([account, ...(await besides([account]))]);
}

/** Makes room for another login: the account that acts is kept here, and its session goes on. Not where the device keeps its most. */
export async function addAnother(): Promise<void> {
  const left = await leaving();
  await write([...left, ...(await besides(left))]);
  forgetPerson();
  useSessionStore.getState().end();
  relaunch('/pages/login/login');
}

/** Goes on as a kept account. @returns false when its session has ended: then it is gone from the list. */
export async function switchTo(account: KeptAccount): Promise<boolean> {
  const heard = await askAs(account.token, 'Users/Info');
  if (heard.code === 'notlogin') {
    await write(await besides([account]));
    return false;
  }
  // A server that has too much to do says nothing about the session.
  if (!heard.success) throw new CallRefused(heard);
  const left = await leaving();
  await write([...left, ...(await besides([account, ...left]))]);
  // From the login it goes on where one wanted to go, as every login does.
  if (left.length > 0) forgetPerson();
  finishLogin(account);
  if (account.acting) useSessionStore.getState().start(account.token, true);
  return true;
}

/** Takes an account off this device and ends its session; one that the server cannot be told of ends by itself. */
export async function removeAccount(account: KeptAccount): Promise<void> {
  await askAs(account.token, 'Users/Logout').catch((error: unknown) => {
    console.warn('the server was not told; the session ends by itself', error);
  });
  await write((await readAccounts()).filter(({ userid }) => userid !== account.userid));
}
