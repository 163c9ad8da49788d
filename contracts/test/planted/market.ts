import type { PlantedGroup } from './plant.ts';

const desk = 'src/liquidity/LiquidityDesk.sol';
const holds = 'src/liquidity/HoldBook.sol';
const swap = 'src/swap/SwapDesk.sol';

export const marketBugs: PlantedGroup = {
  caughtBy: 'test/invariant/MarketInvariant.t.sol',
  bugs: [
    {
      name: 'buy does nothing',
      file: swap,
      text: '        if (!membership.isActive(msg.sender)) revert NotActive(msg.sender);\n',
      replacement:
        '        if (membership.isActive(msg.sender)) return 0;\n        revert NotActive(msg.sender);\n',
    },
    {
      name: 'buying without being activated',
      file: swap,
      text: '        if (!membership.isActive(msg.sender)) revert NotActive(msg.sender);\n',
      replacement: '',
    },
    {
      name: 'the buyer’s fee stays with the buyer',
      file: swap,
      text: '        if (fee > 0) usdt.moveIn(msg.sender, treasury, fee);\n',
      replacement: '',
    },
    {
      name: 'the seller’s fee stays in the desk',
      file: swap,
      text: '        if (fee > 0) usdt.safeTransfer(treasury, fee);\n',
      replacement: '',
    },
    {
      name: 'nothing is burned',
      file: swap,
      text: '        if (burned > 0) open.burnFrom(msg.sender, burned);\n',
      replacement: '',
    },
    {
      name: 'sold for less than came',
      file: swap,
      text: '        usdt.safeTransfer(msg.sender, usdtOut);\n',
      replacement: '        usdt.safeTransfer(msg.sender, usdtOut - usdtOut / 1000);\n',
    },
    {
      name: 'fee rounded down',
      file: swap,
      text: 'part = amount.mulDivUp(bps, _WHOLE_BPS);',
      replacement: 'part = amount.mulDivDown(bps, _WHOLE_BPS);',
    },
    {
      name: 'trading while paused',
      file: swap,
      text: '        if (paused()) revert NotTradable();\n',
      replacement: '',
    },
    {
      name: 'a pool fee is assumed',
      file: swap,
      text: 'uint256 counted = amountIn * (_WHOLE_BPS - poolFeeBps);',
      replacement: 'uint256 counted = amountIn * (_WHOLE_BPS - 30);',
    },
    {
      name: 'a trade does not look',
      file: swap,
      text: 'try oracle.update() {} catch {',
      replacement: 'try oracle.lastObservation() {} catch {',
    },
    {
      name: 'add books nothing',
      file: desk,
      text: '        lpOf[member] += lp;\n        totalLp += lp;\n',
      replacement: '',
    },
    {
      name: 'add books to nobody’s sum',
      file: desk,
      text: '        lpOf[member] += lp;\n        totalLp += lp;\n',
      replacement: '        lpOf[member] += lp;\n',
    },
    {
      name: 'adding without being activated',
      file: desk,
      text: '        if (!membership.isActive(msg.sender)) revert NotActive(msg.sender);\n',
      replacement: '',
    },
    {
      name: 'adding at any price',
      file: desk,
      text: '        _checkPrice(reserveUsdt.mulDivDown(1e18, reserveOpen), averageE18);\n',
      replacement: '',
    },
    {
      name: 'adding does not look',
      file: desk,
      text: '        oracle.update();\n',
      replacement: '',
    },
    {
      name: 'shares of gifts that nobody keeps',
      file: desk,
      text: '        lp = pair.mint(address(this));',
      replacement: '        lp = pair.mint(member);',
    },
    {
      name: 'dust is added',
      file: desk,
      text: '        if (usdtTaken < minimumAdd) revert BelowMinimum(usdtTaken, minimumAdd);\n',
      replacement: '',
    },
    {
      name: 're-adding costs no hold',
      file: desk,
      text: '        _useOldest(msg.sender, fromHeld, lp, ousdTaken);\n',
      replacement: '',
    },
    {
      name: 're-adding out of somebody’s hold',
      file: desk,
      text: 'if (ousdTaken > fromHeld) ousd.safeTransferFrom(msg.sender, address(this), ousdTaken - fromHeld);',
      replacement:
        'if (ousdTaken > fromHeld + 1e18) ousd.safeTransferFrom(msg.sender, address(this), ousdTaken - fromHeld - 1e18);',
    },
    {
      name: 'more than is held counts',
      file: desk,
      text: '        heldOusd = Math.min(heldOusd, heldOf(msg.sender));\n',
      replacement: '',
    },
    {
      name: 'remove books nothing',
      file: desk,
      text: '        lpOf[member] = own - lp;\n        totalLp -= lp;\n',
      replacement: '',
    },
    {
      name: 'a quarter is held',
      file: desk,
      text: 'uint256 public constant HOLD_BPS = 2_000;',
      replacement: 'uint256 public constant HOLD_BPS = 2_500;',
    },
    {
      name: 'OPEN stays in the desk',
      file: desk,
      text: '        open.safeTransfer(member, openOut);\n',
      replacement: '',
    },
    {
      name: 'removing closes with OUSD',
      file: desk,
      text: '            usdt.forceApprove(address(ousd), 0);\n            return false;',
      replacement: '            revert Removable();',
    },
    {
      name: 'an allowance is left',
      file: desk,
      text: '            usdt.forceApprove(address(ousd), 0);\n            return false;',
      replacement: '            return false;',
    },
    {
      name: 'removing while paused is refused',
      file: desk,
      text: '    ) external nonReentrant returns (uint256 openOut, uint256 ousdPaid, uint256 ousdHeld) {',
      replacement:
        '    ) external whenNotPaused nonReentrant returns (uint256 openOut, uint256 ousdPaid, uint256 ousdHeld) {',
    },
    {
      name: 'in kind around the hold',
      file: desk,
      text: '            if (bytes4(reason) == Removable.selector) revert Removable();\n',
      replacement: '            if (reason.length == 0) revert Removable();\n',
    },
    {
      name: 'in kind does nothing',
      file: desk,
      text: '        pair.safeTransfer(msg.sender, lp);\n',
      replacement: '',
    },
    {
      name: 'released to whoever asks',
      file: desk,
      text: '        ousd.safeTransfer(member, sum);',
      replacement: '        ousd.safeTransfer(msg.sender, sum);',
    },
    {
      name: 'anybody pays out anybody',
      file: desk,
      text: '        if (msg.sender != address(this)) revert OnlyItself(msg.sender);\n        _payOut(member, lp, 0, 0);\n        revert Removable();',
      replacement:
        '        _payOut(member, lp, 0, 0);\n        if (msg.sender == address(this)) revert Removable();',
    },
    {
      name: 'a hold is forgotten in the sum',
      file: holds,
      text: '        book.held += amount;\n        totalHeld += amount;\n',
      replacement: '        book.held += amount;\n',
    },
    {
      name: 'released before its time',
      file: holds,
      text: '        if (block.timestamp < entry.releaseAt) revert NotYet(holdId, entry.releaseAt);\n',
      replacement: '',
    },
    {
      name: 'released twice',
      file: holds,
      text: '        entry.amount = 0;\n        book.held -= amount;',
      replacement: '        book.held -= amount;',
    },
    {
      name: 'what came of a hold is free',
      file: holds,
      text: '        if (lp <= free) return;',
      replacement: '        if (lp <= own) return;',
    },
    {
      name: 'the newest hold is used up twice',
      file: holds,
      text: 'entry.amount = (there - part).toUint192();',
      replacement: 'if (part == there) entry.amount = 0;',
    },
    {
      name: 'OUSD without cover',
      file: 'src/asset/BackedDollar.sol',
      text: '        backing.moveIn(msg.sender, address(this), amount);\n',
      replacement: '',
    },
  ],
};
