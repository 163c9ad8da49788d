// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {LiquidityDesk} from "../../src/liquidity/LiquidityDesk.sol";
import {
    FalseToken,
    FeeToken,
    LyingToken,
    ReentrantToken,
    SilentToken,
    SurchargeToken,
    TurncoatToken
} from "../hostile/HostileTokens.sol";
import {PlainToken} from "../hostile/PlainToken.sol";
import {MarketBase} from "./MarketBase.sol";
import {MoneyErrors} from "../../src/kit/Errors.sol";

/// @dev The desk on tokens that misbehave, on either side of the pool. What cannot be booked exactly does not come in; what
/// is in comes out.
contract LiquidityDeskTokens is MarketBase {
    function _giveOpen(address to, uint256 amount) internal override {
        PlainToken(address(_open)).mint(to, amount);
    }

    function _buildOn(PlainToken usdt, PlainToken open) private {
        _buildMarketOf(usdt, IERC20(address(open)));
        _fund(ANNA, 1_000e18, 20_000e18);
    }

    function _refusesAdd(bytes memory wanted, string memory what) private {
        bytes memory data = abi.encodeCall(LiquidityDesk.add, (100e18, 2_000e18, 0, 0, LATER));
        _refuses(ANNA, address(_desk), data, wanted, what);
        _eq(_desk.totalLp(), 0, what);
        _eq(_usdt.balanceOf(ANNA), 1_000e18, what);
        _eq(_open.balanceOf(ANNA), 20_000e18, what);
    }

    function _mismatch(uint256 asked, uint256 arrived) private pure returns (bytes memory) {
        return abi.encodeWithSelector(MoneyErrors.TransferMismatch.selector, asked, arrived);
    }

    function test_refuses_tokensThatTakeAFee() public {
        _buildOn(new FeeToken(), new PlainToken(18));
        _refusesAdd(_mismatch(100e18, 99e18), "USDT");
        _buildOn(new PlainToken(18), new FeeToken());
        _refusesAdd(_mismatch(2_000e18, 1_980e18), "OPEN");
    }

    function test_refuses_tokensThatMoveNothing() public {
        _buildOn(new LyingToken(), new PlainToken(18));
        _refusesAdd(_mismatch(100e18, 0), "USDT says yes");
        _buildOn(new PlainToken(18), new LyingToken());
        _refusesAdd(_mismatch(2_000e18, 0), "OPEN says yes");
        _buildOn(new FalseToken(), new PlainToken(18));
        bytes4 failed = SafeERC20.SafeERC20FailedOperation.selector;
        _refusesAdd(abi.encodeWithSelector(failed, address(_usdt)), "USDT says no");
        _buildOn(new PlainToken(18), new FalseToken());
        _refusesAdd(abi.encodeWithSelector(failed, address(_open)), "OPEN says no");
    }

    /// @dev In the middle of every movement the token tries each entrance and exit of the desk, with shares of its own.
    function test_refuses_reentranceByTheToken() public {
        ReentrantToken token = new ReentrantToken();
        _buildOn(token, new PlainToken(18));
        _activate(address(token));
        uint256 own = _fundAndAdd(address(token), 500e18);
        _remove(address(token), own / 2);
        vm.warp(block.timestamp + 30 days);
        bytes[4] memory tries = [
            abi.encodeCall(LiquidityDesk.add, (10e18, 1_000e18, 0, 0, LATER)),
            abi.encodeCall(LiquidityDesk.remove, (own / 4, 0, 0, LATER)),
            abi.encodeCall(LiquidityDesk.readd, (1e18, 0, 1_000e18, 0, 0, LATER)),
            abi.encodeCall(LiquidityDesk.release, (address(token), _ids(1)))
        ];
        _fund(address(token), 100e18, 10_000e18);
        for (uint256 i = 0; i < 4; i++) {
            token.arm(address(_desk), tries[i]);
            uint256 lp = _add(ANNA, 100e18, 2_000e18);
            _holds(token.tried() && !token.succeeded(), "inside add");
            token.arm(address(_desk), tries[i]);
            _remove(ANNA, lp);
            _holds(token.tried() && !token.succeeded(), "inside remove");
            token.arm(address(_desk), tries[i]);
            vm.prank(ANNA);
            _desk.readd(1e18, 0, 2_000e18, 0, 0, LATER);
            _holds(token.tried() && !token.succeeded(), "inside readd");
        }
        _eq(_desk.lpOf(address(token)), own - own / 2, "its own shares are where they were");
        token.arm(address(0), "");
        for (uint256 i = 0; i < 4; i++) {
            vm.prank(address(token));
            (bool works, ) = address(_desk).call(tries[i]);
            _holds(works, "the same call, made in the open, is a good one");
        }
    }

    function _roundTrip() private {
        uint256 lp = _add(ANNA, 100e18, 2_000e18);
        (uint256 open, uint256 paid, uint256 held) = _remove(ANNA, lp);
        _holds(paid + held > 99e18 && open > 1_999e18, "all of it came back");
        vm.prank(ANNA);
        _desk.readd(held, paid, open, 0, 0, LATER);
        _eq(_desk.heldOf(ANNA), 0, "held was used");
    }

    function test_behavior_tokensThatAnswerNothing() public {
        _buildOn(new SilentToken(), new PlainToken(18));
        _roundTrip();
        _buildOn(new PlainToken(18), new SilentToken());
        _roundTrip();
    }

    /// @dev C10: a USDT that begins to take a fee makes OUSD impossible, but keeps nobody in.
    function test_behavior_C10_exitAfterUsdtBeganToTakeAFee() public {
        TurncoatToken token = new TurncoatToken();
        _buildOn(token, new PlainToken(18));
        uint256 lp = _add(ANNA, 1_000e18, 20_000e18);
        token.turn();
        (, uint256 paid, uint256 held) = _remove(ANNA, lp);
        _eq(paid + held, 0, "no OUSD");
        _holds(_usdt.balanceOf(ANNA) > 980e18, "USDT, less the token's own fee twice");
        _eq(_usdt.balanceOf(address(_desk)), 0, "nothing stays");
        _eq(_usdt.allowance(address(_desk), address(_ousd)), 0, "no allowance either");
    }

    function test_behavior_C10_exitAfterOpenBeganToTakeAFee() public {
        TurncoatToken token = new TurncoatToken();
        _buildOn(new PlainToken(18), token);
        uint256 lp = _add(ANNA, 1_000e18, 20_000e18);
        token.turn();
        (uint256 open, uint256 paid, uint256 held) = _remove(ANNA, lp);
        _eq(held, (paid + held) / 5, "the USDT side as ever");
        _holds(open > 19_799e18 && _open.balanceOf(ANNA) > 19_600e18, "OPEN, less the token's own fee twice");
        _eq(_open.balanceOf(address(_desk)), 0, "nothing stays");
    }

    /// @dev A token that takes one percent from the sender cheats the pair on the way in; the desk books what came.
    function test_behavior_surchargeHurtsItsOwnSenderOnly() public {
        _buildOn(new SurchargeToken(), new PlainToken(18));
        uint256 lp = _add(ANNA, 100e18, 2_000e18);
        _eq(_usdt.balanceOf(ANNA), 899e18, "the sender paid for it");
        _eq(_pair.balanceOf(address(_desk)), lp, "what is booked is there");
    }
}
