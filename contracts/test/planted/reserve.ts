import type { PlantedGroup } from './plant.ts';

const treasury = 'src/reserve/Treasury.sol';
const spends = 'src/reserve/SpendWindow.sol';
const factory = 'src/deposit/DepositForwarderFactory.sol';
const forwarder = 'src/deposit/DepositForwarder.sol';

export const reserveBugs: PlantedGroup = {
  caughtBy: 'test/invariant/ReserveInvariant.t.sol',
  bugs: [
    {
      name: 'pay does nothing',
      file: treasury,
      text: '        if (paid[id]) revert AlreadyPaid(id);',
      replacement:
        '        if (id != 0 || amount != type(uint256).max) return;\n        if (paid[id]) revert AlreadyPaid(id);',
    },
    {
      name: 'pay moves nothing',
      file: treasury,
      text: '        IERC20(token).moveOut(to, amount);\n        emit Paid',
      replacement: '        emit Paid',
    },
    {
      name: 'sweepToCold moves nothing',
      file: treasury,
      text: '        IERC20(token).moveOut(cold, amount);\n',
      replacement: '',
    },
    {
      name: 'sweep does nothing',
      file: factory,
      text: 'if (token.balanceOf(forwarder) == 0) return 0;',
      replacement: 'if (token.balanceOf(forwarder) >= 0) return 0;',
    },
    {
      name: 'sweeping leaves a unit',
      file: forwarder,
      text: 'amount = token.balanceOf(address(this));',
      replacement: 'amount = token.balanceOf(address(this)) - 1;',
    },
    {
      name: 'a sweep goes to whoever asks the factory',
      file: forwarder,
      text: 'token.safeTransfer(treasury, amount)',
      replacement: 'token.safeTransfer(tx.origin, amount)',
    },
    {
      name: 'sweepMany forgets the last one',
      file: factory,
      text: 'for (uint256 i = 0; i < salts.length; i++) {',
      replacement: 'for (uint256 i = 0; i + 1 < salts.length; i++) {',
    },
    {
      name: 'an id pays twice',
      file: treasury,
      text: '        if (paid[id]) revert AlreadyPaid(id);\n',
      replacement: '',
    },
    { name: 'an id is not kept', file: treasury, text: '        paid[id] = true;\n', replacement: '' },
    {
      name: 'paying while paused',
      file: treasury,
      text: 'external onlyRole(PAYER_ROLE) whenNotPaused nonReentrant {',
      replacement: 'external onlyRole(PAYER_ROLE) nonReentrant {',
    },
    {
      name: 'anybody pays',
      file: treasury,
      text: 'external onlyRole(PAYER_ROLE) whenNotPaused nonReentrant {',
      replacement: 'external whenNotPaused nonReentrant {',
    },
    {
      name: 'anybody sweeps to cold',
      file: treasury,
      text: '        if (!isGuard && !hasRole(PAYER_ROLE, msg.sender)) revert NotOperator(msg.sender);\n',
      replacement: '',
    },
    {
      name: 'the limit of a payment is a day’s',
      file: treasury,
      text: 'uint256 most = paymentLimit[token];',
      replacement: 'uint256 most = dailyLimit[token];',
    },
    {
      name: 'nothing is counted to the day',
      file: treasury,
      text: '        _spends[token].add(amount);\n',
      replacement: '',
    },
    {
      name: 'a unit beyond the limit',
      file: treasury,
      text: 'if (spent > limit || amount > limit - spent)',
      replacement: 'if (spent > limit || amount > limit - spent + 1e22)',
    },
    {
      name: 'a day of 23 hours',
      file: spends,
      text: 'private constant _HOURS = 25;',
      replacement: 'private constant _HOURS = 24;',
    },
    {
      name: 'the window never empties',
      file: spends,
      text: 'return passed < _HOURS ? passed : _HOURS;',
      replacement: 'return passed > _HOURS ? passed % 2 : 0;',
    },
    {
      name: 'the payer empties the treasury into cold',
      file: treasury,
      text: '        if (!isGuard) _checkMovable(token, amount);\n',
      replacement: '',
    },
    {
      name: 'money goes to the token',
      file: treasury,
      text: 'if (to == address(0) || to == token || to == address(this)) revert BadReceiver(to);',
      replacement: 'if (to == address(0) || to == address(this)) revert BadReceiver(to);',
    },
    {
      name: 'limits are anybody’s',
      file: treasury,
      text: 'function setPaymentLimit(address token, uint256 limit) external onlyRole(DEFAULT_ADMIN_ROLE) {',
      replacement: 'function setPaymentLimit(address token, uint256 limit) external {',
    },
  ],
};
