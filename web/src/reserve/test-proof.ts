import { createHash } from 'node:crypto';
import { parseAmount } from '@openmere/core/money/amount.ts';
import { leafText, nodeText, statementText } from '@openmere/core/reserve/proof.ts';
import type { OwnProof, Published } from './check-own.ts';

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
const units = 10n ** 18n;
const DAY = '2026-05-04';
const blockhash = `0x${'ab'.repeat(32)}`;

/** As the last coin of a day; its root is looked at by nobody here. */
const poyOf = ({ members, reserved }: { members: string; reserved: string }): Published['coins'][number] => ({
  coinid: 'POY',
  leaves: 1,
  root: hashOf('POY'),
  sum: String(parseAmount(members)),
  members,
  setaside: reserved,
  onchain: '0',
  cold: '0',
  bank: '0',
  addresses: 0,
});

/** A published day of two members, of whom one has 20 USDT and the other 30; and the first one's proof. */
export function testProof(
  change: {
    onchain?: string;
    coldOpen?: string;
    bank?: string;
    poy?: { members: string; reserved: string };
  } = {},
): {
  published: Published;
  own: OwnProof;
} {
  const leafOf = (userid: string, amount: bigint) => {
    const leaf = { day: DAY, coin: 'USDT', userid, nonce: hashOf(userid), amount: String(amount) };
    return { leaf, node: { hash: hashOf(leafText(leaf)), sum: leaf.amount } };
  };
  const [mine, theirs] = [leafOf('mem_1', 20n * units), leafOf('mem_2', 30n * units)];
  const root = { hash: hashOf(nodeText(theirs.node, mine.node)), sum: String(50n * units) };
  const roots = [
    { coin: 'OPEN', hash: '', sum: '0', leaves: 0 },
    { coin: 'USDT', leaves: 2, ...root },
  ];
  const facts = { day: DAY, chainid: 31_337, block: 77, blockhash };
  const coinOf = (coinid: string, members: string, onchain: string, cold: string) => ({
    coinid,
    members,
    onchain,
    cold,
    bank: coinid === 'USDT' ? (change.bank ?? '0') : '0',
    setaside: '1.5',
    addresses: 3,
  });
  return {
    published: {
      ...facts,
      takenat: `${DAY}T00:01:00Z`,
      hash: hashOf(statementText({ ...facts, roots })),
      treasury: `0x${'12'.repeat(20)}`,
      coldaddress: `0x${'78'.repeat(20)}`,
      published: { contract: `0x${'34'.repeat(20)}`, publisher: `0x${'56'.repeat(20)}`, block: 79 },
      coins: [
        { ...coinOf('OPEN', '0', '7', change.coldOpen ?? '0'), leaves: 0, root: '', sum: '0' },
        {
          ...coinOf('USDT', '50', change.onchain ?? '55', '0'),
          leaves: 2,
          root: root.hash,
          sum: root.sum,
        },
        ...(change.poy ? [poyOf(change.poy)] : []),
      ],
    },
    own: {
      day: DAY,
      userid: 'mem_1',
      coins: [
        {
          coinid: 'USDT',
          nonce: mine.leaf.nonce,
          amount: mine.leaf.amount,
          path: [{ side: 'left', ...theirs.node }],
        },
      ],
    },
  };
}
