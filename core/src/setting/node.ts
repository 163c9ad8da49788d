import { amount, countries, shares, whole } from './define.ts';

/** EQUITY that a node of each kind gives, once (rulebook §8, §10); it counts to the cap. */
export const nodeEquityGenesis = amount('node.equityGenesis', '5000', ['0', '1000000']);
export const nodeEquityGold = amount('node.equityGold', '2000', ['0', '1000000']);
export const nodeEquityDiamond = amount('node.equityDiamond', '1000', ['0', '1000000']);
/** How much a medal of each kind weighs in the weekly dividend. */
export const nodeWeightGenesis = whole('node.weightGenesis', '5', ['0', '1000']);
export const nodeWeightGold = whole('node.weightGold', '2', ['0', '1000']);
export const nodeWeightDiamond = whole('node.weightDiamond', '1', ['0', '1000']);
/** A permit for a gold node is good for so many days at most. */
export const nodePermitDays = whole('node.permitDays', '30', ['1', '90']);
/** Countries in which nodes may not be offered without a right to step back: they are not sold there. */
export const nodeOffCountries = countries('node.offCountries', '');
/** Where the price of a node goes, to which pool of the ledger; never to one that pays members (rulebook §10). */
export const nodeSaleShares = shares('node.saleShares', 'market-value:70,operations:30');
