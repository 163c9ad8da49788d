/** Routes of specification §2, to the letter; `/pages/agreement/` stands for everything below it. */
export const specifiedRoutes: readonly string[] = `
/ /pages/home/home /pages/home/poster/poster /pages/home/pos /pages/activity/activity /pages/activity/pool/pool
/pages/award/award /pages/award/details/details
/pages/swap/swap /pages/swap/swap/swap /pages/swap/detail/detail /pages/swap/kline/kline
/pages/swap/linquidity/linquidity /pages/swap/addLiquidity/addLiquidity /pages/swap/reLiquidity/reLiquidity
/pages/team/team /pages/team/invite/invite /pages/team/datas/datas /pages/team/medal/medal /pages/team/share/share
/pages/wallet/wallet /pages/wallet/list/list /pages/wallet/detail/detail /pages/wallet/subscribe/subscribe
/pages/wallet/recharge/recharge /pages/wallet/recharge/rechargeChain
/pages/wallet/withdraw/withdrawChain /pages/wallet/withdraw/recode/recodeChain
/pages/wallet/transfer/transferChain /pages/wallet/transfer/recode/recode
/pages/wallet/cast/cast /pages/wallet/cast/details/details /pages/wallet/cast/dedRecode/dedRecode
/pages/wallet/usdoCast/usdoCast /pages/wallet/usdoCast/recode/recode
/pages/login/login /pages/login/language
/pages/mine/mine /pages/mine/account/account /pages/mine/blind/blind /pages/mine/safety/safety
/pages/mine/setPwd/setPwd /pages/mine/userInfo/userInfo
/pages/news/news /pages/pres /pages/error /pages/webview/webview /pages/agreement/ /choose-location /open-location`
  .trim()
  .split(/\s+/);

/** Calls of calls.md that the main job needs; later work adds its own. `/index` is served by itself. */
export const specifiedCalls: readonly string[] = `
Users/UserLogin Users/LoginMail Users/LoginWallet Users/Logout Users/Sessions Users/SessionRevoke Users/Register
Users/getsign Users/Info Users/Balance Users/setloginpassword Users/SetPassword Users/SetPaypassword
Users/BindEmaill Users/BindEmaill_c Users/Bind_address Users/Bind_address_c Users/BindCountry Users/BindIdcard Users/BindFace Users/BindPhone Users/BindAlipayaccount
Users/PayableList Users/PayableSet Users/PayableDel
Users/BindAntiWithdrawAddress Users/GetMyAddress Users/AddEditAddress Users/DelAddress Users/SetNicknameHeadpic Users/GetMyEnergy Users/AddressAny Users/myaccount Users/createChildAccount Users/TabUser Users/SocketTicket
Activity/Info Activity/Pool Node/Types Node/Mine Node/Allow
Users/teamtotal Users/nodeTeamTotal Users/Tdmf Users/CaptainInfo Users/CaptainUsers Users/CaptainEdit
Users/linqu Users/mytotal Users/TotalMy Users/TotalDayMy Users/CreditDetail Users/Rewards Users/RewardDetail Wallet/RedeemPoy
trade/GetUserBalanceRecord trade/Pool trade/Kline trade/Trades trade/Liquidity trade/LiquidityRecords
Cast/Info Cast/Records Cast/Deductions Usdo/Info Usdo/Records
Wallet/DepositAddress Wallet/Deposits Wallet/WithdrawQuote Wallet/Withdraw Wallet/WithdrawCancel Wallet/Withdrawals
Wallet/TransferQuote Wallet/Transfer Wallet/Transfers Chain/Activation
Ctrls/GetConfig Ctrls/GetEnum Ctrls/coinlist Ctrls/Upload Ctrls/GetAppVersion Ctrls/GetAllApkVersion
Ctrls/SendCode_Mail Ctrls/SendCode_Phone Ctrls/gettime
Admin/Login Admin/Withdrawals Admin/WithdrawalDecide`
  .trim()
  .split(/\s+/);
