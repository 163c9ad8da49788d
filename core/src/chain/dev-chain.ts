/** The development chain that `npm start` brings along: its keys are known to everybody. */
export const DEV_CHAIN_ID = 31337;
