// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {Guarded} from "../../src/kit/Guarded.sol";
import {Membership} from "../../src/member/Membership.sol";
import {IPoolRouter} from "../../src/swap/PublicPool.sol";
import {SwapDesk} from "../../src/swap/SwapDesk.sol";
import {TwapOracle} from "../../src/swap/TwapOracle.sol";
import {PlainToken} from "../hostile/PlainToken.sol";
import {IPairMoves} from "../kit/PublicPoolKit.sol";
import {SwapBase} from "./SwapBase.sol";
import {MarketErrors} from "../../src/kit/Errors.sol";

/// @dev An oracle that watches the right pair and fails whenever it is asked to look.
contract BrokenOracle {
    address public immutable pair;
    error Broken();

    constructor(address pair_) {
        pair = pair_;
    }

    function update() external pure {
        revert Broken();
    }
}

/// @dev PancakeSwap's arithmetic, whose own fee is 0.25 %.
contract PancakeRouter {
    address public immutable factory;

    constructor(address factory_) {
        factory = factory_;
    }

    function getAmountOut(uint256 amountIn, uint256 reserveIn, uint256 reserveOut) external pure returns (uint256) {
        uint256 counted = amountIn * 9_975;
        return (counted * reserveOut) / (reserveIn * 10_000 + counted);
    }
}

contract SwapDeskWiringTest is SwapBase {
    function setUp() public {
        _openMarket(new PlainToken(18));
        _giveUsdt(MEMBER, 1_000_000e18);
        _giveOpen(MEMBER, 1_000_000e18);
    }

    function _refusesDesk(address pair_, TwapOracle oracle_, address treasury_, bytes memory wanted) private {
        try this.deployDesk(pair_, oracle_, treasury_) {
            revert NotRefused("a desk with wrong parts");
        } catch (bytes memory got) {
            _holds(keccak256(got) == keccak256(wanted), "another refusal");
        }
    }

    function deployDesk(address pair_, TwapOracle oracle_, address treasury_) external returns (SwapDesk) {
        return _deployDesk(pair_, oracle_, treasury_);
    }

    function test_refuses_partsThatDoNotBelongTogether() public {
        bytes4 selector = MarketErrors.WithoutCode.selector;
        _refusesDesk(address(pair), oracle, address(0xBAD), abi.encodeWithSelector(selector, address(0xBAD)));
        address stranger = factory.createPair(address(open), address(new PlainToken(18)));
        selector = MarketErrors.WrongPair.selector;
        bytes memory wanted = abi.encodeWithSelector(selector, stranger, address(pair));
        _refusesDesk(stranger, oracle, address(treasury), wanted);
        TwapOracle elsewhere = new TwapOracle(IPairMoves(stranger), address(open));
        _refusesDesk(address(pair), elsewhere, address(treasury), wanted);
        membership = Membership(address(0xBAD));
        selector = MarketErrors.WithoutCode.selector;
        _refusesDesk(address(pair), oracle, address(treasury), abi.encodeWithSelector(selector, address(0xBAD)));
    }

    function test_refuses_anAdminOfZero() public {
        try
            new SwapDesk(
                IERC20(address(usdt)),
                open,
                pair,
                router,
                membership,
                oracle,
                address(treasury),
                address(0),
                PAUSER
            )
        {
            revert NotRefused("no admin");
        } catch (bytes memory got) {
            _holds(bytes4(got) == Guarded.ZeroAddress.selector, "another refusal");
        }
    }

    function test_refuses_tradesInAnEmptyPool() public {
        PlainToken other = new PlainToken(18);
        (usdt, pair) = (other, IPairMoves(factory.createPair(address(open), address(other))));
        desk = _deployDesk(address(pair), new TwapOracle(pair, address(open)), address(treasury));
        _giveUsdt(MEMBER, 1e18);
        _reverts(MEMBER, address(desk), abi.encodeCall(SwapDesk.buy, (1e18, 0, block.timestamp)), "buy");
        _reverts(MEMBER, address(desk), abi.encodeCall(SwapDesk.quoteBuy, (1e18)), "quote");
        _eq(other.balanceOf(MEMBER), 1e18, "nothing moved");
    }

    function test_behavior_aFailingOracleStopsNoTrade() public {
        desk = _deployDesk(address(pair), TwapOracle(address(new BrokenOracle(address(pair)))), address(treasury));
        _giveUsdt(MEMBER, 0);
        _giveOpen(MEMBER, 0);
        (uint256 quoted, ) = desk.quoteBuy(100e18);
        _eq(_buyAs(MEMBER, 100e18, quoted), quoted, "bought");
        (quoted, , ) = desk.quoteSell(100e18);
        _eq(_sellAs(MEMBER, 100e18, quoted), quoted, "sold");
    }

    function test_behavior_theOracleLooksBeforeTheTrade() public {
        uint256 before = (FIRST_USDT << 112) / FIRST_OPEN;
        (, , uint256 count) = oracle.lastObservation();
        _eq(count, 0, "not yet");
        _buyAs(MEMBER, 50_000e18, 0);
        uint256 looked;
        uint256 sum;
        (looked, sum, count) = oracle.lastObservation();
        _eq(looked, block.timestamp, "looked now");
        // The pool was filled half an hour ago and stood at its first price until this trade.
        _eq(sum, before * 30 minutes, "and saw nothing of the trade");
        _sellAs(MEMBER, 1e18, 0);
        (, , uint256 again) = oracle.lastObservation();
        _eq(again, count, "once in five minutes");
    }

    function test_behavior_thePoolFeeIsReadNotAssumed() public {
        router = IPoolRouter(address(new PancakeRouter(address(factory))));
        _eq(_deployDesk(address(pair), oracle, address(treasury)).poolFeeBps(), 25, "PancakeSwap's");
        _eq(desk.poolFeeBps(), 30, "Uniswap's");
    }
}
