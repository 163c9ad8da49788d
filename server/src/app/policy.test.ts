import { allCalls } from '@openmere/core/calls.ts';
import { operatorRoles } from '@openmere/core/kit/call.ts';
import type { Call, OperatorRole } from '@openmere/core/kit/call.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp } from '../test/app.ts';
import type { Heard, SurfaceName, TestApp } from '../test/app.ts';
import { addMember } from '../test/people.ts';
import { sampleOf } from './test-samples.ts';

/**
 * Who may call what, written down a second time (T06): a call that is opened by mistake in its contract disagrees with
 * this table, and a new call fails until somebody has decided here who may call it.
 */
const policy: Readonly<Record<string, 'anyone' | 'member' | readonly OperatorRole[]>> = {
  index: 'anyone',
  'Ctrls/GetConfig': 'anyone',
  'Ctrls/GetEnum': 'anyone',
  'Ctrls/gettime': 'anyone',
  'Ctrls/GetAppVersion': 'anyone',
  'Ctrls/GetAllApkVersion': 'anyone',
  'Ctrls/coinlist': 'anyone',
  'Ctrls/SendCode_Mail': 'anyone',
  'Ctrls/Upload': 'member',
  'Ctrls/Geocode': 'member',
  'Ctrls/Places': 'member',
  'Ctrls/Agreement': 'anyone',
  'Ctrls/News': 'anyone',
  'Ctrls/NewsFirst': 'anyone',
  'Ctrls/PushSubscribe': 'member',
  'Ctrls/PushUnsubscribe': 'member',
  'Ctrls/NewsSeen': 'member',
  'Ctrls/Unread': 'anyone',
  'Ctrls/NoticeChoices': 'member',
  'Ctrls/NoticeChoose': 'member',
  'Ctrls/Notices': 'member',
  'Ctrls/NoticeRead': 'member',
  'Ctrls/Feedback': 'anyone',
  'Ticket/About': 'member',
  'Ticket/Close': 'member',
  'Ticket/List': 'member',
  'Ticket/Messages': 'member',
  'Ticket/Open': 'member',
  'Ticket/Send': 'member',
  'Users/Register': 'anyone',
  'Users/LoginMail': 'anyone',
  'Users/LoginWallet': 'anyone',
  'Users/UserLogin': 'anyone',
  'Users/SetPassword': 'anyone',
  'Users/getsign': 'anyone',
  'Users/Inviter': 'anyone',
  'Users/Freeze': 'anyone',
  'Users/Unfreeze': 'member',
  'Users/Logins': 'member',
  'Users/SecondFactor': 'member',
  'Users/FactorReset': 'anyone',
  'Users/FactorResetRefuse': 'member',
  'Users/TotpStart': 'member',
  'Users/TotpConfirm': 'member',
  'Users/TotpRemove': 'member',
  'Users/RecoveryCodes': 'member',
  'Users/Passkeys': 'member',
  'Users/PasskeyStart': 'member',
  'Users/PasskeyAdd': 'member',
  'Users/PasskeyRename': 'member',
  'Users/PasskeyRemove': 'member',
  'Users/PasskeyAsk': 'anyone',
  'Users/LoginPasskey': 'anyone',
  'Users/AcceptAgreements': 'member',
  'Users/Logout': 'member',
  'Users/Sessions': 'member',
  'Users/SessionRevoke': 'member',
  'Users/SocketTicket': 'member',
  'Users/setloginpassword': 'member',
  'Users/SetPaypassword': 'member',
  'Users/Info': 'member',
  'Users/Balance': 'member',
  'Users/GetMyEnergy': 'member',
  'Users/SetNicknameHeadpic': 'member',
  'Users/BindEmaill': 'member',
  'Users/BindEmaill_c': 'member',
  'Users/Bind_address': 'member',
  'Users/Bind_address_c': 'member',
  'Users/BindCountry': 'member',
  'Users/myaccount': 'member',
  'Users/createChildAccount': 'member',
  'Users/TabUser': 'member',
  'Users/AddressAny': 'member',
  'Users/Export': 'member',
  'Users/ExportPictures': 'member',
  'Users/Closing': 'member',
  'Users/Delete': 'member',
  'Users/PayableList': 'member',
  'Users/PayableSet': 'member',
  'Users/PayableDel': 'member',
  'Users/BindAlipayaccount': 'member',
  'Users/Identity': 'member',
  'Ctrls/SendCode_Phone': 'member',
  'Users/BindPhone': 'member',
  'Users/IdentityPicture': 'member',
  'Users/BindIdcard': 'member',
  'Users/BindFace': 'member',
  'Goods/GetShopCar': 'anyone',
  'Goods/ShopCar_Add': 'anyone',
  'Goods/ShopCar_Edit': 'anyone',
  'Goods/ShopCar_Del': 'anyone',
  'Goods/ShopComments': 'member',
  'Goods/CommentAnswer': 'member',
  'Goods/ShopStatement': 'member',
  'Goods/ShopSold': 'member',
  'Order/AfterSale': 'member',
  'Order/AfterSaleAct': 'member',
  'Order/Cancel': 'member',
  'Order/Counts': 'member',
  'Order/Create': 'member',
  'Order/First': 'member',
  'Order/List': 'member',
  'Order/Pay': 'member',
  'Order/Receive': 'member',
  'Order/Ship': 'member',
  'Order/ShopCancel': 'member',
  'Order/ShopFirst': 'member',
  'Order/ShopList': 'member',
  'Order/ShopCounts': 'member',
  'Users/GetMyAddress': 'member',
  'Users/AddEditAddress': 'member',
  'Users/DelAddress': 'member',
  'Users/BindAntiWithdrawAddress': 'member',
  'Users/teamtotal': 'member',
  'Users/Tdmf': 'member',
  'Users/nodeTeamTotal': 'member',
  'Users/CaptainInfo': 'member',
  'Users/CaptainUsers': 'member',
  'Users/CaptainEdit': 'member',
  'Users/Rewards': 'member',
  'Users/RewardDetail': 'member',
  'Users/linqu': 'member',
  'Users/mytotal': 'member',
  'Users/TotalMy': 'member',
  'Users/TotalDayMy': 'member',
  'Users/CreditDetail': 'member',
  'Wallet/RedeemPoy': 'member',
  'Reward/Pools': 'anyone',
  'Goods/ShopGoods': 'member',
  'Goods/ShopGoodsFirst': 'member',
  'Goods/ShopGoodsSave': 'member',
  'Goods/ShopStock': 'member',
  'Goods/ShopSave': 'member',
  'Goods/ShopGoodsImport': 'member',
  'Goods/ShopTypes': 'member',
  'Users/Shopinfo': 'member',
  'Users/ApplyShop': 'member',
  'Users/ShopLicence': 'member',
  'Wallet/Reserves': 'anyone',
  'Wallet/ReserveProof': 'member',
  'Chain/Activation': 'member',
  'trade/GetUserBalanceRecord': 'member',
  'trade/Kline': 'anyone',
  'trade/Liquidity': 'member',
  'trade/LiquidityRecords': 'member',
  'trade/Pool': 'anyone',
  'trade/Trades': 'member',
  'Cast/Info': 'member',
  'Cast/Records': 'member',
  'Cast/Deductions': 'member',
  'Usdo/Info': 'member',
  'Usdo/Records': 'member',
  'Wallet/Locks': 'member',
  'Wallet/DepositAddress': 'member',
  'Wallet/Deposits': 'member',
  'Wallet/FiatBanks': 'member',
  'Wallet/FiatQuote': 'member',
  'Wallet/FiatOrder': 'member',
  'Wallet/FiatProof': 'member',
  'Wallet/FiatOrders': 'member',
  'Wallet/DepositCheck': 'member',
  'Wallet/TransferQuote': 'member',
  'Wallet/Transfer': 'member',
  'Wallet/Transfers': 'member',
  'Wallet/Contacts': 'member',
  'Wallet/ContactSave': 'member',
  'Wallet/ContactRemove': 'member',
  'Wallet/WithdrawQuote': 'member',
  'Wallet/Withdraw': 'member',
  'Wallet/WithdrawCancel': 'member',
  'Wallet/Withdrawals': 'member',
  'Activity/Info': 'anyone',
  'Goods/GetGoodsPage': 'anyone',
  'Goods/GetGoodsTypePage': 'anyone',
  'Goods/GoodsTypeFirst': 'anyone',
  'Activity/Pool': 'anyone',
  'Goods/GoodsFirst': 'anyone',
  'Goods/MallShopInfo': 'anyone',
  'Goods/getMyGoodsCollect': 'member',
  'Goods/CollectGoods': 'member',
  'Goods/CollectGoods_Del': 'member',
  'Goods/isCollect': 'member',
  'Goods/CommentByGoods': 'anyone',
  'Goods/Comment/Comment': 'member',
  'Node/Types': 'anyone',
  'Node/Mine': 'member',
  'Node/Allow': 'member',
  'Admin/Agreements': ['support', 'content', 'risk', 'finance', 'admin'],
  'Admin/Agreement': ['support', 'content', 'risk', 'finance', 'admin'],
  'Admin/AgreementSave': ['content', 'admin'],
  'Admin/News': ['support', 'content', 'admin'],
  'Admin/NewsFirst': ['support', 'content', 'admin'],
  'Admin/NewsSave': ['content', 'admin'],
  'Admin/NewsState': ['content', 'admin'],
  'Admin/NewsPicture': ['content', 'admin'],
  'Admin/GoldPermits': ['finance', 'admin'],
  'Admin/Tickets': ['support', 'risk', 'finance', 'admin'],
  'Admin/Ticket': ['support', 'risk', 'finance', 'admin'],
  'Admin/TicketAnswer': ['support', 'risk', 'finance', 'admin'],
  'Admin/TicketMove': ['support', 'risk', 'finance', 'admin'],
  'Admin/Feedback': operatorRoles,
  'Admin/FeedbackRead': operatorRoles,
  'Admin/Disputes': ['support', 'risk', 'finance', 'admin'],
  'Admin/Dispute': ['support', 'risk', 'finance', 'admin'],
  'Admin/DisputeDecide': ['risk', 'finance', 'admin'],
  'Admin/ShopApplications': ['content', 'risk', 'admin'],
  'Admin/ShopApplicationLook': ['content', 'risk', 'admin'],
  'Admin/ShopDecide': ['content', 'risk', 'admin'],
  'Admin/Goods': ['support', 'content', 'risk', 'admin'],
  'Admin/GoodsHide': ['content', 'risk', 'admin'],
  'Admin/GoodsComments': ['support', 'content', 'risk', 'admin'],
  'Admin/GoodsCommentHide': ['content', 'risk', 'admin'],
  'Admin/Orders': ['support', 'risk', 'finance', 'admin'],
  'Admin/Order': ['support', 'risk', 'finance', 'admin'],
  'Admin/GoodsTypes': ['support', 'content', 'risk', 'admin'],
  'Admin/GoodsTypeSave': ['content', 'admin'],
  'Admin/GoodsTypeDel': ['content', 'admin'],
  'Admin/Shops': ['support', 'content', 'risk', 'admin'],
  'Admin/ShopSuspend': ['content', 'risk', 'admin'],
  'Admin/FactorResets': ['risk', 'finance', 'admin'],
  'Admin/FactorResetDecline': ['risk', 'finance', 'admin'],
  'Admin/Identities': ['risk', 'admin'],
  'Admin/IdentityLook': ['risk', 'admin'],
  'Admin/IdentityDecide': ['risk', 'admin'],
  'Admin/Payables': ['finance', 'admin'],
  'Admin/Settlements': ['risk', 'finance', 'admin'],
  'Admin/SettlementNext': ['risk', 'finance', 'admin'],
  'Admin/SettlementRun': ['finance', 'admin'],
  'Admin/MemberRewards': ['risk', 'finance', 'admin'],
  'Admin/RewardExplain': ['risk', 'finance', 'admin'],
  'Admin/Pools': ['risk', 'finance', 'admin'],
  'Admin/BuyBacks': ['finance', 'admin'],
  'Admin/FiatBanks': ['finance', 'admin'],
  'Admin/FiatRates': ['finance', 'admin'],
  'Admin/FiatRateSet': ['finance', 'admin'],
  'Admin/FiatOrders': ['finance', 'admin'],
  'Admin/FiatReject': ['finance', 'admin'],
  'Admin/FiatSlipLook': ['finance', 'admin'],
  'Admin/FiatImport': ['finance', 'admin'],
  'Admin/FiatLines': ['finance', 'admin'],
  'Admin/FiatSuspend': ['finance', 'admin'],
  'Admin/BuyBackBasis': ['finance', 'admin'],
  'Admin/Login': 'anyone',
  'Admin/Logout': operatorRoles,
  'Admin/Me': operatorRoles,
  'Admin/Audit': operatorRoles,
  'Admin/Health': operatorRoles,
  'Admin/Queues': operatorRoles,
  'Admin/Deposits': ['support', 'risk', 'finance', 'admin'],
  'Admin/Withdrawals': ['support', 'risk', 'finance', 'admin'],
  'Admin/WithdrawalDecide': ['risk', 'finance', 'admin'],
  'Admin/WithdrawalRelease': ['finance', 'admin'],
  'Admin/WithdrawalDryRun': ['risk', 'finance', 'admin'],
  'Admin/LedgerEntries': ['risk', 'finance', 'admin'],
  'Admin/LedgerAccounts': ['risk', 'finance', 'admin'],
  'Admin/LedgerVerify': ['risk', 'finance', 'admin'],
  'Admin/LedgerVerifyWhole': ['risk', 'finance', 'admin'],
  'Admin/Reorg': ['risk', 'finance', 'admin'],
  'Admin/Halts': ['support', 'content', 'risk', 'finance', 'admin'],
  'Admin/UnmatchedPayments': ['support', 'risk', 'finance', 'admin'],
  'Admin/PaymentPropose': ['finance', 'admin'],
  'Admin/PaymentConfirm': ['finance', 'admin'],
  'Admin/Members': ['support', 'risk', 'finance', 'admin'],
  'Admin/Member': ['support', 'risk', 'finance', 'admin'],
  'Admin/MemberFreeze': ['support', 'risk', 'finance', 'admin'],
  'Admin/Team': ['support', 'risk', 'finance', 'admin'],
  'Admin/TeamLegs': ['support', 'risk', 'finance', 'admin'],
  'Admin/DryRun': ['finance', 'admin'],
  'Admin/Propose': ['finance', 'admin'],
  'Admin/Proposals': operatorRoles,
  'Admin/ProposalConfirm': ['finance', 'admin'],
  'Admin/ProposalRefuse': ['finance', 'admin'],
  'Admin/Settings': ['risk', 'finance', 'admin'],
  'Admin/SettingHistory': ['risk', 'finance', 'admin'],
};
/** Open calls that the console's own page needs; everything else of the members is not there at all. */
const onConsole = [
  'index',
  'Ctrls/GetConfig',
  'Ctrls/GetEnum',
  'Ctrls/gettime',
  'Ctrls/GetAppVersion',
  'Ctrls/GetAllApkVersion',
];

type Verdict = 'absent' | 'notlogin' | 'forbidden' | 'heard';
type Identity = {
  name: string;
  member?: true;
  role?: OperatorRole;
  token: () => Promise<string | undefined>;
};

let app: TestApp;
let identities: Identity[];
beforeAll(async () => {
  app = await openTestApp();
  const { session, operator } = app;
  const [anna, bert] = [await addMember(app, { coins: 100 }), await addMember(app)];
  const child = await addMember(app, { main: anna });
  identities = [
    { name: 'nobody', token: async () => undefined },
    { name: 'a made-up token', token: async () => 'x'.repeat(43) },
    { name: 'a member', member: true, token: () => session(anna.id) },
    { name: 'another member', member: true, token: () => session(bert.id) },
    { name: 'a sub-account', member: true, token: () => session(child.id) },
    { name: 'a revoked session', token: () => session(anna.id, 'revoked') },
    { name: 'an expired session', token: () => session(anna.id, 'expired') },
    ...operatorRoles.map((role) => ({ name: `operator ${role}`, role, token: () => operator(role) })),
    { name: 'a disabled operator', token: () => operator('admin', 'disabled') },
    { name: 'an idle operator', token: () => operator('admin', 'idle') },
  ];
}, 60_000);
afterAll(() => app.close());

function expected(surface: SurfaceName, call: Call, who: Identity): Verdict {
  const rule = policy[call.path];
  const isAdmin = call.path.startsWith('Admin/');
  const isServed = surface === 'member' ? !isAdmin : isAdmin || onConsole.includes(call.path);
  if (!isServed) return 'absent';
  if (rule === 'anyone') return 'heard';
  if (rule === 'member') return who.member ? 'heard' : 'notlogin';
  if (who.role === undefined) return 'notlogin';
  return rule?.includes(who.role) ? 'heard' : 'forbidden';
}

function verdictOf({ status, envelope }: Heard): string {
  if (status === 404) return 'absent';
  if (envelope.code === 'notlogin' || envelope.code === 'forbidden') return envelope.code;
  const { reason } = (envelope.data ?? {}) as { reason?: string };
  // 415: the upload was let in and heard no file. 503: the node of this test is silent, and said so.
  const isHeard =
    [200, 415, 503].includes(status) && reason !== 'request.invalid' && reason !== 'request.bug';
  return isHeard ? 'heard' : `${status} ${reason ?? envelope.code}`;
}

test('refuses: nothing by accident: every call stands in the table once, with the access of its contract', () => {
  expect(allCalls.map(({ path }) => path).sort()).toEqual(Object.keys(policy).sort());
  for (const { path, access } of allCalls) {
    const rule = policy[path];
    const roles = access.kind === 'operator' && access.roles.length > 0 ? access.roles : operatorRoles;
    const told = access.kind === 'open' ? ['anyone'] : access.kind === 'member' ? ['member'] : roles;
    expect(new Set(told), path).toEqual(new Set(typeof rule === 'string' ? [rule] : rule));
  }
});

test.each(['member', 'console'] as const)(
  'refuses: on the %s origin, in every cell of calls × identities, exactly what the table refuses (T06)',
  async (surface) => {
    const wrong: string[] = [];
    let cells = 0;
    for (const who of identities) {
      // One session each; what ends it gets one of its own.
      const lasting = await who.token();
      for (const call of allCalls) {
        const ends = call.path === 'Users/Logout' || call.path === 'Admin/Logout';
        const token = ends ? await who.token() : lasting;
        const body = await sampleOf(call, app.seal);
        // What goes with a file stands in the query.
        const query =
          call.transport === 'multipart' ? `?${new URLSearchParams(body as Record<string, string>)}` : '';
        const heard = await app.post(surface, `${call.path}${query}`, query === '' ? body : {}, { token });
        const verdict = verdictOf(heard);
        if (verdict !== expected(surface, call, who)) wrong.push(`${call.path} × ${who.name}: ${verdict}`);
        cells += 1;
      }
    }
    expect(wrong).toEqual([]);
    expect(cells).toBe(allCalls.length * identities.length);
  },
  120_000,
);
