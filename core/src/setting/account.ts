import { countries, hosts, link, version, whole, words } from './define.ts';

export const appName = words('app.name', 'Openmere');
export const appVersion = version('app.version', '1.0.0');
export const appRequired = version('app.required', '1.0.0');
/** Packages of the app: one in the App Store, one to install by hand. Without an address there is none. */
export const iosVersion = version('app.iosVersion', '1.0.0');
export const iosLink = link('app.iosLink', '');
export const apkVersion = version('app.apkVersion', '1.0.0');
export const apkLink = link('app.apkLink', '');
/** Of the package, in hex: who installs it by hand can compare. */
export const apkSha256 = words('app.apkSha256', '');
/** Where /pages/webview/webview may lead. */
export const outsideHosts = hosts('app.outsideHosts', 'bscscan.com,testnet.bscscan.com,www.bnbchain.org');
/** The versions that hold now: counted by the agreements themselves, no value that can be set. */
export const agreementVersions = words('agreement.versions', 'user-1,privacy-1,risk-1');

/** Accounts (rulebook §1). */
export const passwordMin = whole('password.min', '6', ['6', '64']);
export const payPasswordLockHours = whole('paypassword.lockHours', '24', ['0', '720']);
/** So long its owner can refuse before operators may take a lost second factor off. */
export const factorResetHours = whole('totp.resetHours', '72', ['24', '720']);
export const sessionDays = whole('session.days', '30', ['1', '365']);
export const barredCountries = countries('geo.barred', 'CN,US');
/** How long pictures, number and date of birth of an identity check are kept after the decision. */
export const identityKeepDays = whole('identity.keepDays', '90', ['1', '3650']);
export const subAccountsMax = whole('member.subAccounts', '10', ['0', '50']);
export const uploadsPerDay = whole('upload.perDay', '50', ['0', '10000']);
