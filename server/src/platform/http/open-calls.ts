/**
 * Every call that answers without a login, in one place: a call that says `open` in its contract and is not here, or
 * the other way round, fails at start. The types of actors follow from this list.
 */
export const openCalls = [
  'index',
  'Activity/Info',
  'Activity/Pool',
  'Admin/Login',
  'Ctrls/GetAllApkVersion',
  'Ctrls/GetAppVersion',
  'Ctrls/GetConfig',
  'Ctrls/GetEnum',
  'Ctrls/SendCode_Mail',
  'Ctrls/coinlist',
  'Ctrls/gettime',
  'Goods/CommentByGoods',
  'Goods/GetGoodsPage',
  'Goods/GetGoodsTypePage',
  'Goods/GoodsFirst',
  'Goods/GoodsTypeFirst',
  'Goods/GetShopCar',
  'Goods/ShopCar_Add',
  'Goods/ShopCar_Del',
  'Goods/ShopCar_Edit',
  'Goods/MallShopInfo',
  'Node/Types',
  'Reward/Pools',
  'Wallet/Reserves',
  'Users/Freeze',
  'Users/Inviter',
  'Users/LoginMail',
  'Users/LoginWallet',
  'Users/Register',
  'Users/SetPassword',
  'Users/UserLogin',
  'Users/getsign',
  'trade/Kline',
  'trade/Pool',
] as const;

export type OpenCall = (typeof openCalls)[number];
