/**
 * What lasts on this device, under the specification's store names (§ Client state): each store is one entry of the browser's
 * storage, an object of texts. There is none called `address`: shipping addresses are kept with the other answers for reading
 * without a network (decision 0072). Never a password; see docs/threat-model.md.
 */
type Stores = {
  general:
    | 'locale'
    | 'lastPath'
    | 'wantedPath'
    | 'drafts'
    | 'draftsOf'
    /** Who acted here last and did not log out. */
    | 'owner'
    /** Of the login that is under way: the way, the address, the code's sending; gone when the page is left. */
    | 'halfway'
    | 'homeSeen'
    | 'setUpDone'
    | 'placesRead'
    | 'newsSeen'
    /** The member for whom this device takes messages. */
    | 'pushFor';
  /** `address`: the wallet's, in lower case. `ownWallet`: the one that stood at the member's address in this session. */
  dapp: 'address' | 'walletName' | 'ownWallet' | 'transactions';
  /** `left`: name and address of the account whose session ended. The token, and whether it is a sub-account's, and that other accounts are kept (sealed, auth/accounts): everything else about a member is asked from the server. */
  user: 'token' | 'ended' | 'left' | 'acting' | 'kept';
  /** `searches`: the newest searches of the mall, as a list of texts. */
  goods: 'searches';
  /** `averages`: the chart's moving averages, as "7,25". */
  setting: 'theme' | 'upDown' | 'hideAmounts' | 'onlyHeld' | 'trade' | 'averages';
};

export type StoredName = { [S in keyof Stores]: `${S}.${Stores[S]}` }[keyof Stores];
