import { row } from './route.ts';
import type { Route } from './route.ts';

const tradeContracts = ['usdt', 'open', 'pair', 'swapDesk'] as const;
const liquidityContracts = ['usdt', 'open', 'ousd', 'pair', 'liquidityDesk'] as const;

/** Every screen that is not in routes.ts: the specification's paths to the letter (§2), then ours. */
export const furtherRoutes: readonly Route[] = [
  row('/pages/home/poster/poster', 'member', 'poster.titlePoster', {
    texts: ['poster', 'team'],
    screen: () => import('../team/poster-screen.tsx').then((m) => m.PosterScreen),
  }),
  row('/pages/home/pos', 'member', 'poster.titlePrint', {
    texts: ['poster', 'team'],
    screen: () => import('../team/poster-screen.tsx').then((m) => m.PrintPosterScreen),
  }),
  row('/pages/award/award', 'member', 'award.titleAward', {
    texts: ['award', 'error:reward'],
    screen: () => import('../reward/award-screen.tsx').then((m) => m.AwardScreen),
  }),
  row('/pages/award/details/details', 'member', 'award.titleAwardDetails', {
    texts: ['award', 'error:reward'],
    screen: () => import('../reward/details-screen.tsx').then((m) => m.DetailsScreen),
  }),
  row('/pages/activity/pool/pool', 'open', 'activity.titlePool', {
    texts: ['activity'],
    screen: () => import('../activity/pool-screen.tsx').then((m) => m.PoolScreen),
  }),
  row('/pages/award/pools/pools', 'open', 'award.titlePools', {
    texts: ['award'],
    screen: () => import('../reward/pools-screen.tsx').then((m) => m.PoolsScreen),
  }),
  row('/pages/award/poy/poy', 'member', 'award.titleRedeemPoy', {
    texts: ['award', 'error:reward'],
    screen: () => import('../reward/redeem-poy-screen.tsx').then((m) => m.RedeemPoyScreen),
  }),
  row('/pages/award/credits/credits', 'member', 'award.titleCredits', {
    texts: ['award'],
    screen: () => import('../reward/credits-screen.tsx').then((m) => m.CreditsScreen),
  }),
  row('/pages/swap/swap/swap', 'member', 'swap.titleTrade', {
    texts: ['swap', 'approval', 'wallet', 'error:swap'],
    needs: tradeContracts,
    screen: () => import('../swap/trade/trade-screen.tsx').then((m) => m.TradeScreen),
  }),
  row('/pages/swap/detail/detail', 'member', 'swap.titleTrades', {
    texts: ['swap', 'error:swap'],
    screen: () => import('../swap/records/detail-screen.tsx').then((m) => m.DetailScreen),
  }),
  row('/pages/swap/linquidity/linquidity', 'member', 'titleLiquidity', {
    texts: ['liquidity', 'wallet'],
    screen: () => import('../liquidity/overview/liquidity-screen.tsx').then((m) => m.LiquidityScreen),
  }),
  row('/pages/swap/addLiquidity/addLiquidity', 'member', 'liquidity.titleAddLiquidity', {
    texts: ['liquidity', 'approval', 'wallet', 'error:liquidity'],
    needs: liquidityContracts,
    screen: () => import('../liquidity/add/add-liquidity-screen.tsx').then((m) => m.AddLiquidityScreen),
  }),
  row('/pages/swap/reLiquidity/reLiquidity', 'member', 'liquidity.titleRemoveLiquidity', {
    texts: ['liquidity', 'approval', 'wallet', 'error:liquidity'],
    needs: liquidityContracts,
    screen: () =>
      import('../liquidity/remove/remove-liquidity-screen.tsx').then((m) => m.RemoveLiquidityScreen),
  }),
  row('/pages/team/invite/invite', 'member', 'team.titleInvite', {
    texts: ['team'],
    screen: () => import('../team/invite-screen.tsx').then((m) => m.InviteScreen),
  }),
  row('/pages/team/datas/datas', 'member', 'team.titleTeamData', {
    texts: ['team'],
    screen: () => import('../team/datas-screen.tsx').then((m) => m.DatasScreen),
  }),
  row('/pages/team/medal/medal', 'member', 'team.titleMedal', {
    texts: ['team'],
    screen: () => import('../team/medal-screen.tsx').then((m) => m.MedalScreen),
  }),
  row('/pages/team/share/share', 'member', 'team.titleShare', {
    texts: ['team'],
    screen: () => import('../team/share-screen.tsx').then((m) => m.ShareScreen),
  }),
  row('/pages/team/captain/captain', 'member', 'team.titleCaptain', {
    texts: ['team', 'error:team'],
    screen: () => import('../team/captain-screen.tsx').then((m) => m.CaptainScreen),
  }),
  row('/pages/team/captain/edit', 'member', 'team.titleTeamPage', {
    texts: ['team', 'member', 'error:team', 'error:setting'],
    screen: () => import('../team/captain-edit-screen.tsx').then((m) => m.CaptainEditScreen),
  }),
  row('/pages/wallet/list/list', 'member', 'asset.titleCoins', {
    texts: ['asset'],
    screen: () => import('../asset/list-screen.tsx').then((m) => m.ListScreen),
  }),
  row('/pages/wallet/detail/detail', 'member', 'asset.titleCoin', {
    texts: ['asset', 'error:asset'],
    screen: () => import('../asset/detail-screen.tsx').then((m) => m.DetailScreen),
  }),
  row('/pages/wallet/subscribe/subscribe', 'member', 'node.titleSubscribe', {
    texts: ['node', 'liquidity', 'wallet', 'error:node', 'error:member'],
    needs: ['usdt', 'membership', 'medal'],
    screen: () => import('../node/subscribe-screen.tsx').then((m) => m.SubscribeScreen),
  }),
  row('/pages/wallet/recharge/recharge', 'member', 'deposit.titleRecharge', {
    texts: ['deposit', 'error:deposit'],
    screen: () => import('../deposit/recharge-screen.tsx').then((m) => m.RechargeScreen),
  }),
  row('/pages/wallet/recharge/rechargeChain', 'member', 'deposit.titleRechargeChain', {
    texts: ['deposit', 'error:deposit', 'wallet', 'activity'],
    screen: () => import('../deposit/recharge-chain-screen.tsx').then((m) => m.RechargeChainScreen),
  }),
  row('/pages/wallet/recharge/rechargeFiat', 'member', 'fiat.titleRechargeFiat', {
    texts: ['fiat', 'error:deposit', 'error:setting', 'activity'],
    screen: () => import('../deposit/fiat/recharge-fiat-screen.tsx').then((m) => m.RechargeFiatScreen),
  }),
  row('/pages/wallet/withdraw/withdrawChain', 'member', 'withdrawal.titleWithdraw', {
    texts: ['withdrawal', 'asset', 'pay', 'wallet', 'error:withdrawal', 'error:auth'],
    screen: () => import('../withdrawal/withdraw-chain-screen.tsx').then((m) => m.WithdrawChainScreen),
  }),
  row('/pages/wallet/withdraw/recode/recodeChain', 'member', 'withdrawal.titleWithdrawals', {
    texts: ['withdrawal', 'error:withdrawal'],
    screen: () =>
      import('../withdrawal/withdrawal-records-screen.tsx').then((m) => m.WithdrawalRecordsScreen),
  }),
  row('/pages/wallet/transfer/transferChain', 'member', 'transfer.titleTransfer', {
    texts: ['transfer', 'asset', 'pay', 'error:transfer', 'error:auth'],
    screen: () => import('../transfer/transfer-chain-screen.tsx').then((m) => m.TransferChainScreen),
  }),
  row('/pages/wallet/transfer/recode/recode', 'member', 'transfer.titleTransfers', {
    texts: ['transfer', 'error:transfer'],
    screen: () => import('../transfer/transfer-records-screen.tsx').then((m) => m.TransferRecordsScreen),
  }),
  row('/pages/wallet/transfer/request/request', 'member', 'transfer.titleRequest', {
    texts: ['transfer', 'asset', 'error:transfer'],
    screen: () => import('../transfer/request-screen.tsx').then((m) => m.RequestScreen),
  }),
  row('/pages/wallet/cast/cast', 'member', 'minting.titleCast', {
    texts: ['minting', 'liquidity', 'approval', 'wallet', 'error:minting'],
    needs: ['usdt', 'open', 'twapOracle', 'hashPowerMint'],
    screen: () => import('../minting/cast/cast-screen.tsx').then((m) => m.CastScreen),
  }),
  row('/pages/wallet/cast/details/details', 'member', 'minting.titleCastRecords', {
    texts: ['minting', 'liquidity'],
    screen: () => import('../minting/cast/cast-records-screen.tsx').then((m) => m.CastRecordsScreen),
  }),
  row('/pages/wallet/cast/dedRecode/dedRecode', 'member', 'minting.titleDeductions', {
    texts: ['minting'],
    screen: () => import('../minting/cast/deductions-screen.tsx').then((m) => m.DeductionsScreen),
  }),
  row('/pages/wallet/cast/grants/grants', 'member', 'minting.titleGrants', {
    texts: ['minting'],
    screen: () => import('../minting/cast/grants-screen.tsx').then((m) => m.GrantsScreen),
  }),
  row('/pages/wallet/usdoCast/usdoCast', 'member', 'usdo.titleUsdoCast', {
    texts: ['usdo', 'minting', 'liquidity', 'approval', 'wallet', 'error:minting', 'error:swap'],
    needs: ['usdt', 'usdo'],
    screen: () => import('../minting/usdo/usdo-cast-screen.tsx').then((m) => m.UsdoCastScreen),
  }),
  row('/pages/wallet/usdoCast/recode/recode', 'member', 'usdo.titleUsdoRecords', {
    texts: ['usdo', 'liquidity'],
    screen: () => import('../minting/usdo/usdo-records-screen.tsx').then((m) => m.UsdoRecordsScreen),
  }),
  row('/pages/login/language', 'open', 'titleLanguage', {
    texts: ['device'],
    screen: () => import('../auth/language-screen.tsx').then((m) => m.LanguageScreen),
  }),
  row('/pages/login/accounts', 'open', 'device.titleAccounts', {
    texts: ['device'],
    screen: () => import('../auth/accounts/accounts-screen.tsx').then((m) => m.AccountsScreen),
  }),
  row('/pages/login/freeze', 'open', 'guard.titleFreeze', {
    texts: ['auth', 'guard'],
    screen: () => import('../auth/safety/freeze-screen.tsx').then((m) => m.FreezeScreen),
  }),
  row('/pages/login/lostFactor', 'open', 'factor.titleLostFactor', {
    texts: ['factor', 'auth', 'wallet', 'error:auth'],
    screen: () => import('../auth/second-factor/lost-factor-screen.tsx').then((m) => m.LostFactorScreen),
  }),
  row('/pages/mine/mine', 'member', 'titleMine', {
    texts: ['member', 'offline'],
    screen: () => import('../member/mine-screen.tsx').then((m) => m.MineScreen),
  }),
  row('/pages/mine/account/account', 'member', 'member.titleAccount', {
    texts: ['member', 'account', 'family', 'wallet', 'pay', 'error:member', 'error:auth'],
    screen: () => import('../member/account-screen.tsx').then((m) => m.AccountScreen),
  }),
  row('/pages/mine/account/payable', 'member', 'payable.titlePayables', {
    texts: ['payable', 'error:member'],
    screen: () => import('../member/payable/payables-screen.tsx').then((m) => m.PayablesScreen),
  }),
  row('/pages/mine/account/payableAdd', 'member', 'payable.titlePayables', {
    texts: ['payable', 'pay', 'error:member', 'error:auth'],
    screen: () => import('../member/payable/add-payable-screen.tsx').then((m) => m.AddPayableScreen),
  }),
  row('/pages/mine/account/data', 'member', 'closing.titleOwnData', {
    texts: ['closing', 'account', 'auth', 'wallet', 'error:member', 'error:auth'],
    screen: () => import('../member/closing/own-data-screen.tsx').then((m) => m.OwnDataScreen),
  }),
  row('/pages/mine/identity/identity', 'member', 'identity.titleIdentity', {
    texts: ['identity', 'error:member', 'error:auth', 'error:setting'],
    screen: () => import('../member/identity/identity-screen.tsx').then((m) => m.IdentityScreen),
  }),
  row('/pages/mine/blind/blind', 'member', 'member.titleBind', {
    texts: ['member', 'account', 'family', 'auth', 'password', 'wallet', 'pay', 'error:member', 'error:auth'],
    screen: () => import('../member/bind-screen.tsx').then((m) => m.BindScreen),
  }),
  row('/pages/mine/safety/safety', 'member', 'account.titleSafety', {
    texts: ['account', 'member', 'auth', 'wallet', 'factor', 'guard', 'error:auth'],
    screen: () => import('../auth/safety/safety-screen.tsx').then((m) => m.SafetyScreen),
  }),
  row('/pages/mine/safety/passkeys', 'member', 'factor.titlePasskeys', {
    texts: ['factor', 'account', 'auth', 'wallet', 'error:auth'],
    screen: () => import('../auth/passkey/passkeys-screen.tsx').then((m) => m.PasskeysScreen),
  }),
  row('/pages/mine/safety/logins', 'member', 'factor.titleLogins', {
    texts: ['factor'],
    screen: () => import('../auth/safety/logins-screen.tsx').then((m) => m.LoginsScreen),
  }),
  row('/pages/mine/safety/totp', 'member', 'factor.titleTotp', {
    texts: ['factor', 'account', 'auth', 'wallet', 'guard', 'error:auth'],
    screen: () => import('../auth/second-factor/totp-screen.tsx').then((m) => m.TotpScreen),
  }),
  row('/pages/mine/setPwd/setPwd', 'member', 'account.titleSetPwd', {
    texts: ['account', 'auth', 'password', 'wallet', 'error:auth', 'error:member'],
    screen: () => import('../auth/password/set-pwd-screen.tsx').then((m) => m.SetPwdScreen),
  }),
  row('/pages/mine/userInfo/userInfo', 'member', 'member.titleUserInfo', {
    texts: ['member', 'error:member', 'error:auth', 'error:setting'],
    screen: () => import('../member/user-info-screen.tsx').then((m) => m.UserInfoScreen),
  }),
  row('/pages/news/choices', 'member', 'news.titleChoices', {
    texts: ['news', 'offline'],
    screen: () => import('../news/choices-screen.tsx').then((m) => m.ChoicesScreen),
  }),
  row('/pages/news/news', 'open', 'news.titleNews', {
    texts: ['news', 'error:news'],
    screen: () => import('../news/news-screen.tsx').then((m) => m.NewsScreen),
  }),
  row('/pages/pres', 'open', 'titlePres', {
    texts: ['home', 'wallet'],
    screen: () => import('../home/pres-screen.tsx').then((m) => m.PresScreen),
  }),
  row('/pages/webview/webview', 'open', 'outside.titleWebview', {
    texts: ['outside'],
    screen: () => import('../support/outside-screen.tsx').then((m) => m.OutsideScreen),
  }),
  row('/pages/agreement', 'open', 'agreement.titleAgreements', {
    texts: ['agreement'],
    screen: () => import('../auth/agreement/agreements-screen.tsx').then((m) => m.AgreementsScreen),
  }),
  row('/pages/agreement/user', 'open', 'titleAgreementUser', {
    texts: ['agreement'],
    screen: () => import('../auth/agreement/agreement-screen.tsx').then((m) => m.AgreementScreen),
  }),
  row('/pages/agreement/privacy', 'open', 'titleAgreementPrivacy', {
    texts: ['agreement'],
    screen: () => import('../auth/agreement/agreement-screen.tsx').then((m) => m.AgreementScreen),
  }),
  row('/pages/agreement/risk', 'open', 'titleAgreementRisk', {
    texts: ['agreement'],
    screen: () => import('../auth/agreement/agreement-screen.tsx').then((m) => m.AgreementScreen),
  }),
  row('/choose-location', 'member', 'place.titleChooseLocation', {
    texts: ['place'],
    screen: () => import('../place/choose-location-screen.tsx').then((m) => m.ChooseLocationScreen),
  }),
  row('/open-location', 'member', 'place.titleOpenLocation', {
    texts: ['place'],
    screen: () => import('../place/open-location-screen.tsx').then((m) => m.OpenLocationScreen),
  }),
  row('/pages/wallet/inapp/inapp', 'member', 'titleInApp', {
    texts: ['wallet'],
    screen: () => import('../wallet/in-app-screen.tsx').then((m) => m.InAppScreen),
  }),
  row('/pages/wallet/activate/activate', 'member', 'member.titleActivate', {
    texts: ['wallet', 'member'],
    needs: ['membership'],
    screen: () => import('../member/activate-screen.tsx').then((m) => m.ActivateScreen),
  }),
  row('/pages/wallet/approvals/approvals', 'member', 'titleApprovals', {
    texts: ['swap', 'wallet'],
    screen: () => import('../wallet/approvals-screen.tsx').then((m) => m.ApprovalsScreen),
  }),
  row('/pages/swap/redeem/redeem', 'member', 'titleRedeem', {
    texts: ['liquidity', 'wallet', 'error:liquidity'],
    needs: ['usdt', 'ousd'],
    screen: () => import('../liquidity/redeem/redeem-screen.tsx').then((m) => m.RedeemScreen),
  }),
  row('/pages/wallet/reserves/reserves', 'open', 'reserve.titleReserves', {
    texts: ['reserve'],
    screen: () => import('../reserve/reserves-screen.tsx').then((m) => m.ReservesScreen),
  }),
  row('/pages/wallet/status/status', 'open', 'status.titleStatus', {
    texts: ['status'],
    screen: () => import('../reserve/status-screen.tsx').then((m) => m.StatusScreen),
  }),
  row('/pages/mall/mall', 'open', 'mall.titleMall', {
    texts: ['mall'],
    screen: () => import('../mall/list/mall-screen.tsx').then((m) => m.MallScreen),
  }),
  row('/pages/mall/type', 'open', 'mall.titleTypes', {
    texts: ['mall', 'error:mall'],
    screen: () => import('../mall/list/type-screen.tsx').then((m) => m.TypeScreen),
  }),
  row('/pages/mall/search', 'open', 'mall.titleSearch', {
    texts: ['mall'],
    screen: () => import('../mall/list/search-screen.tsx').then((m) => m.SearchScreen),
  }),
  row('/pages/mall/goods', 'open', 'mall.titleGoods', {
    texts: ['mall', 'error:mall'],
    screen: () => import('../mall/goods/goods-screen.tsx').then((m) => m.GoodsScreen),
  }),
  row('/pages/mall/cart', 'open', 'mall.titleCart', {
    texts: ['mall', 'error:mall'],
    screen: () => import('../mall/cart/cart-screen.tsx').then((m) => m.CartScreen),
  }),
  row('/pages/mall/collect', 'member', 'mall.titleCollect', {
    texts: ['mall', 'error:mall'],
    screen: () => import('../mall/list/collect-screen.tsx').then((m) => m.CollectScreen),
  }),
  row('/pages/mall/shop', 'open', 'mall.titleShop', {
    texts: ['mall', 'shop', 'error:mall'],
    screen: () => import('../mall/storefront/shop-screen.tsx').then((m) => m.ShopScreen),
  }),
  row('/pages/mall/shopApply', 'member', 'shop.titleShopApply', {
    texts: ['shop', 'error:mall', 'error:setting'],
    screen: () => import('../mall/shop/shop-apply-screen.tsx').then((m) => m.ShopApplyScreen),
  }),
  row('/pages/mall/shopManage', 'member', 'shop.titleShopManage', {
    texts: ['shop', 'mall', 'error:mall', 'error:setting'],
    screen: () => import('../mall/shop/shop-manage-screen.tsx').then((m) => m.ShopManageScreen),
  }),
  row('/pages/order/create', 'member', 'order.titleCheckout', {
    texts: ['order', 'address', 'error:mall', 'error:member'],
    screen: () => import('../mall/order/checkout-screen.tsx').then((m) => m.CheckoutScreen),
  }),
  row('/pages/order/order', 'member', 'order.titleOrders', {
    texts: ['order', 'address', 'shop', 'error:mall'],
    screen: () => import('../mall/order/order-screen.tsx').then((m) => m.OrderScreen),
  }),
  row('/pages/order/detail', 'member', 'order.titleOrder', {
    texts: ['order', 'address', 'shop', 'error:mall'],
    screen: () => import('../mall/order/detail-screen.tsx').then((m) => m.OrderDetailScreen),
  }),
  row('/pages/order/pay', 'member', 'order.titlePay', {
    texts: ['order', 'pay', 'error:mall', 'error:auth'],
    screen: () => import('../mall/order/pay-screen.tsx').then((m) => m.PayScreen),
  }),
  row('/pages/order/afterSale', 'member', 'order.titleAfterSale', {
    texts: ['order', 'shop', 'error:mall'],
    screen: () => import('../mall/order/after-sale-screen.tsx').then((m) => m.AfterSaleScreen),
  }),
  row('/pages/mine/address/address', 'member', 'address.titleAddresses', {
    texts: ['address'],
    screen: () => import('../member/address/address-screen.tsx').then((m) => m.AddressScreen),
  }),
  row('/pages/mine/address/edit', 'member', 'address.titleEdit', {
    texts: ['address', 'error:member'],
    screen: () => import('../member/address/address-edit-screen.tsx').then((m) => m.AddressEditScreen),
  }),
  row('/pages/service/service', 'member', 'support.titleService', {
    texts: ['support', 'faq', 'shop', 'error:support', 'error:setting'],
    screen: () => import('../support/service-screen.tsx').then((m) => m.ServiceScreen),
  }),
  row('/pages/service/faq', 'open', 'faq.titleFaq', {
    texts: ['faq', 'support'],
    screen: () => import('../support/faq-screen.tsx').then((m) => m.FaqScreen),
  }),
  row('/pages/service/feedback', 'open', 'support.titleFeedback', {
    texts: ['support', 'shop', 'error:support', 'error:setting'],
    screen: () => import('../support/feedback-screen.tsx').then((m) => m.FeedbackScreen),
  }),
];
