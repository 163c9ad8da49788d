import { decodeFunctionResult, encodeFunctionData } from 'viem';
import type { Abi, ContractFunctionArgs, ContractFunctionName, ContractFunctionReturnType } from 'viem';
import type { Hex } from './eip1193.ts';
import { readChain } from './rpc.ts';

type View = 'view' | 'pure';

/** Asks one view of a contract at one block; its ABI types the arguments and the answer. */
export async function readContract<
  const A extends Abi,
  Name extends ContractFunctionName<A, View>,
  const Args extends ContractFunctionArgs<A, View, Name>,
>(
  [address, abi]: readonly [Hex, A],
  name: Name,
  args: Args,
  block: Hex | 'latest',
): Promise<ContractFunctionReturnType<A, View, Name, Args>> {
  const question = { abi: abi as Abi, functionName: name as string, args: args as readonly unknown[] };
  const data = encodeFunctionData(question);
  const answer = (await readChain('eth_call', [{ to: address, data }, block])) as Hex;
  return decodeFunctionResult({ ...question, data: answer }) as ContractFunctionReturnType<
    A,
    View,
    Name,
    Args
  >;
}

/** The block that everything is read at, so that all of it is of one moment; its time in epoch seconds. */
export async function readHead(): Promise<{ block: Hex; time: bigint }> {
  const head = (await readChain('eth_getBlockByNumber', ['latest', false])) as {
    number: Hex;
    timestamp: Hex;
  };
  return { block: head.number, time: BigInt(head.timestamp) };
}
