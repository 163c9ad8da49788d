import { randomUUID } from 'node:crypto';
import { allCalls } from '@openmere/core/calls.ts';
import type { Call } from '@openmere/core/kit/call.ts';

/** A well-formed input for every call, so that what refuses it is never its form; secrets stand as plain text. */
const bodies: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'Admin/SettlementRun': { what: 'preview' },
  'Admin/MemberRewards': { userid: 'mem_nobody' },
  'Admin/RewardExplain': { userid: 'mem_nobody', id: 'rwd_1' },
  'Ctrls/SendCode_Mail': { email: 'nobody@example.org', purpose: 'login' },
  'Users/Register': {
    email: 'nobody@example.org',
    emailcode: '123456',
    password: 'no matter 1',
    invitecode: '00000A',
    country: 'SG',
    agreements: 'user-1,privacy-1,risk-1',
  },
  'Users/LoginMail': { email: 'nobody@example.org', emailcode: '123456' },
  'Users/UserLogin': { account: 'nobody', password: 'no matter 1' },
  'Users/getsign': { purpose: 'login', address: `0x${'12'.repeat(20)}` },
  'Users/LoginWallet': {
    address: `0x${'12'.repeat(20)}`,
    message: 'a message that nobody made here',
    signature: `0x${'12'.repeat(65)}`,
  },
  'Users/Inviter': { invitecode: '00000A' },
  'Users/Freeze': { link: 'x'.repeat(43) },
  'Users/Unfreeze': { paypassword: 'no matter 1', emailcode: '123456' },
  'Users/AcceptAgreements': { agreements: 'user-1,privacy-1,risk-1' },
  'Users/SessionRevoke': { id: 'ses_nobody' },
  'Users/setloginpassword': { password: 'no matter 1', emailcode: '123456' },
  'Users/SetPassword': { password: 'no matter 1', email: 'nobody@example.org', emailcode: '123456' },
  'Users/SetPaypassword': { paypassword: 'no matter 1', emailcode: '123456' },
  'Users/SetNicknameHeadpic': { nickname: 'Plain name' },
  'Users/BindEmaill': { email: 'nobody@example.org', password: 'no matter 1' },
  'Users/BindEmaill_c': { email: 'nobody@example.org', emailcode: '123456' },
  'Users/Bind_address': { address: `0x${'12'.repeat(20)}` },
  'Users/Bind_address_c': {
    address: `0x${'12'.repeat(20)}`,
    message: 'a message that nobody made here',
    signature: `0x${'12'.repeat(65)}`,
  },
  'Users/BindCountry': { country: 'SG' },
  'Users/AddressAny': { target: '00000A' },
  'Users/AddEditAddress': {
    recipient: 'Nobody',
    phone: '+4930123456',
    country: 'DE',
    detail: 'Hauptstr. 1',
  },
  'Users/DelAddress': { id: 'adr_nobody' },
  'Goods/ShopCar_Add': { goodsid: 'gds_nobody', quantity: '1' },
  'Goods/ShopCar_Edit': { id: 'crt_nobody', quantity: '1' },
  'Goods/ShopCar_Del': { ids: ['crt_nobody'] },
  'Order/Create': {
    items: [{ goodsid: 'gds_nobody', skuid: 'sku_nobody', quantity: 1 }],
    addressid: 'adr_nobody',
  },
  'Order/Pay': { ids: ['ord_nobody'], coinid: 'USDT', paypassword: 'no matter 1' },
  'Order/First': { id: 'ord_nobody' },
  'Order/Cancel': { id: 'ord_nobody' },
  'Order/Receive': { id: 'ord_nobody' },
  'Order/AfterSale': { id: 'ord_nobody', kind: 'refund', text: 'no matter' },
  'Order/AfterSaleAct': { id: 'ord_nobody', act: 'message', text: 'no matter' },
  'Order/ShopFirst': { id: 'ord_nobody' },
  'Order/Ship': { id: 'ord_nobody', carrier: 'Post', tracking: '1' },
  'Order/ShopCancel': { id: 'ord_nobody', reason: 'no matter' },
  'Users/BindAntiWithdrawAddress': {
    address: `0x${'12'.repeat(20)}`,
    word: 'harbour',
    paypassword: 'no matter 1',
  },
  'Users/RewardDetail': { id: 'rwd_1' },
  'Users/CreditDetail': { coinid: 'EQUITY' },
  'Goods/GoodsTypeFirst': { id: 'gty_nobody' },
  'Wallet/Reserves': { day: '2026-05-04' },
  'Wallet/ReserveProof': { day: '2026-05-04' },
  'Ctrls/NoticeRead': { id: 'ntc_nobody' },
  'Goods/GoodsFirst': { id: 'gds_nobody' },
  'Goods/MallShopInfo': { id: 'shp_nobody' },
  'Goods/CollectGoods': { goodsid: 'gds_nobody' },
  'Goods/CollectGoods_Del': { goodsids: ['gds_nobody'] },
  'Goods/isCollect': { goodsid: 'gds_nobody' },
  'Goods/CommentByGoods': { goodsid: `gds_${'7'.padStart(26, '0')}` },
  'Goods/Comment/Comment': { orderid: 'ord_nobody', lineid: 'oln_nobody', stars: 5, text: 'no matter' },
  'Wallet/RedeemPoy': { amount: '1' },
  'trade/GetUserBalanceRecord': { coinid: 'USDT' },
  'trade/Kline': { interval: '1h' },
  'Wallet/Locks': { coinid: 'USDT' },
  'Wallet/DepositAddress': { coinid: 'USDT' },
  'Wallet/DepositCheck': { hash: `0x${'12'.repeat(32)}` },
  'Wallet/TransferQuote': { coinid: 'USDT', amount: '20', target: '00000A' },
  'Wallet/Transfer': { coinid: 'USDT', amount: '20', target: '00000A', paypassword: 'no matter 1' },
  'Wallet/ContactSave': { target: '00000A', name: 'Mark' },
  'Wallet/ContactRemove': { target: '00000A' },
  'Wallet/WithdrawQuote': { coinid: 'USDT', amount: '20' },
  'Wallet/Withdraw': { coinid: 'USDT', amount: '20', paypassword: 'no matter 1' },
  'Wallet/WithdrawCancel': { id: 'wdr_nobody' },
  'Goods/ShopGoodsFirst': { id: 'gds_nobody' },
  'Goods/ShopGoodsSave': {
    typeid: 'gty_nobody',
    coinid: 'USDT',
    names: { en: 'A cup' },
    pictures: ['/files/none.webp'],
    skus: [{ price: '10', stock: 1 }],
    state: 'forsale',
  },
  'Goods/ShopStock': { skuid: 'sku_nobody', change: '+1' },
  'Goods/ShopSave': { about: 'Bowls and cups' },
  'Users/ApplyShop': { name: 'Lake Pottery', kind: 'home', contact: '+65 1234', licences: ['lic_nobody'] },
  'Admin/Dispute': { id: 'aft_nobody' },
  'Admin/DisputeDecide': { id: 'aft_nobody', amount: '1', reason: 'no matter' },
  'Admin/ShopApplicationLook': { id: 'sap_nobody', reason: 'no matter' },
  'Admin/ShopDecide': { id: 'sap_nobody', decision: 'approve', reason: 'no matter' },
  'Admin/ShopSuspend': { id: 'shp_nobody', suspend: '1', reason: 'no matter' },
  'Admin/Login': { account: 'nobody', password: 'no matter 1', totp: '123456' },
  'Admin/LedgerVerify': { account: 'fee:transfer', coinid: 'USDT' },
  'Admin/WithdrawalDecide': { id: 'wdr_nobody', decision: 'approve', reason: 'no matter' },
  'Admin/WithdrawalDryRun': { id: 'wdr_nobody', action: 'approve' },
  'Admin/WithdrawalRelease': { id: 'wdr_nobody', reason: 'no matter' },
  'Admin/PaymentPropose': { id: 'unm_nobody', action: 'book', explanation: 'no matter' },
  'Admin/PaymentConfirm': { id: 'unm_nobody', proposalid: '1' },
  'Admin/Member': { id: 'mem_nobody' },
  'Admin/DryRun': { kind: 'setting', subject: 'withdraw.fee', value: '2' },
  'Admin/Propose': {
    kind: 'setting',
    subject: 'withdraw.fee',
    value: '2',
    reason: 'no matter',
    hash: '0'.repeat(64),
  },
  'Admin/ProposalConfirm': { id: 'prp_nobody', hash: '0'.repeat(64) },
  'Admin/ProposalRefuse': { id: 'prp_nobody', reason: 'no matter' },
  'Admin/SettingHistory': { idx: 'withdraw.fee' },
};

/** An input for the call as a client sends it: secrets sealed, request ids fresh. */
export async function sampleOf(
  call: Call,
  seal: (path: string, value: string) => Promise<string>,
): Promise<Record<string, unknown>> {
  const body: Record<string, unknown> = { ...bodies[call.path] };
  if ('requestId' in call.input.shape) body['requestId'] = randomUUID();
  for (const field of call.secrets) {
    const plain = body[field];
    if (typeof plain === 'string') body[field] = await seal(call.path, plain);
  }
  return body;
}

/** Calls with parameters in JSON: all but the upload, which takes a file. */
export const plainCalls: readonly Call[] = allCalls.filter((call) => call.transport !== 'multipart');
