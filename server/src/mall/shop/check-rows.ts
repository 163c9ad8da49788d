import { locales } from '@openmere/core/kit/language.ts';
import type { Locale } from '@openmere/core/kit/language.ts';
import type { Texts } from '@openmere/core/kit/texts.ts';
import { goodsLimits, goodsName, readPrice } from '@openmere/core/mall/goods-draft.ts';
import type { RowProblem } from '@openmere/core/mall/own-goods-contract.ts';
import type { CsvFile, CsvRow } from './read-csv.ts';

export type Problem = { line: number; column: string; problem: RowProblem; text: string };
export type ImportedSku = { name: Texts; price: bigint; obl: bigint; stock: number; picurl: string };
export type ImportedGoods = {
  typeId: string;
  coinId: string;
  pictures: string[];
  texts: Partial<Record<Locale, { name: string; content: string }>>;
  skus: ImportedSku[];
};
/** What the file may point at. */
export type Known = { types: ReadonlyMap<string, string>; pictures: ReadonlySet<string> };

const needed = ['goods', 'type', 'coin', 'price', 'stock'] as const;
const others = ['obl', 'pictures'] as const;
const byLanguage = ['name', 'content', 'variant'] as const;
const SHOWN_TEXT = 60;

const columnOf = (kind: (typeof byLanguage)[number], locale: Locale): string =>
  `${kind}_${locale.toLowerCase()}`;
export const columns: readonly string[] = [
  ...needed,
  ...others,
  ...byLanguage.flatMap((kind) => locales.map((locale) => columnOf(kind, locale))),
];

class Checker {
  readonly problems: Problem[] = [];
  readonly #head: readonly string[];

  constructor(head: readonly string[]) {
    this.#head = head;
  }

  add(line: number, column: string, problem: RowProblem, text = ''): void {
    this.problems.push({ line, column, problem, text: Array.from(text).slice(0, SHOWN_TEXT).join('') });
  }

  /** A cell as its writer meant it: the apostrophe that keeps a spreadsheet from computing it is taken off. */
  cell(row: CsvRow, column: string): string {
    const text = row.cells[this.#head.indexOf(column)] ?? '';
    return /^'[=+\-@\t]/.test(text) ? text.slice(1) : text;
  }

  /** Texts of one kind by language, each bounded. */
  texts(row: CsvRow, kind: (typeof byLanguage)[number], most: number): Texts {
    const said: [Locale, string][] = [];
    for (const locale of locales) {
      const column = columnOf(kind, locale);
      const written = this.#head.includes(column) ? this.cell(row, column) : '';
      const text = kind === 'content' ? written : goodsName(written);
      if (text.length > most) this.add(row.line, column, 'toolong', text);
      else if (text !== '') said.push([locale, text]);
    }
    return Object.fromEntries(said);
  }
}

/** Goods that a file describes, a row for each variant, and everything that is wrong with it. Nothing is made here. */
export function checkRows(file: CsvFile, known: Known): { goods: ImportedGoods[]; problems: Problem[] } {
  const checker = new Checker(file.head);
  checkHead(file, checker);
  if (checker.problems.length > 0) return { goods: [], problems: checker.problems };
  const groups = new Map<string, CsvRow[]>();
  for (const row of file.rows) {
    checkCells(file, row, checker);
    const key = checker.cell(row, 'goods');
    if (key === '') checker.add(row.line, 'goods', 'nokey');
    else groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  const goods = [...groups.values()].map((rows) => readGoods(rows, known, checker));
  return { goods, problems: checker.problems.toSorted((a, b) => a.line - b.line) };
}

function checkHead({ head, rows }: CsvFile, checker: Checker): void {
  for (const column of needed) if (!head.includes(column)) checker.add(1, column, 'missingcolumn');
  for (const [at, column] of head.entries()) {
    if (!columns.includes(column)) checker.add(1, column, 'unknowncolumn', column);
    else if (head.indexOf(column) !== at) checker.add(1, column, 'twice', column);
  }
  if (rows.length > goodsLimits.rows)
    checker.add(rows[goodsLimits.rows]?.line ?? 1, '', 'toomanyrows', String(rows.length));
}

/** What a spreadsheet would compute is no text of ours, and whoever opens an export of it would run it. */
function checkCells({ head }: CsvFile, row: CsvRow, checker: Checker): void {
  if (row.cells.length > head.length) checker.add(row.line, '', 'cells', String(row.cells.length));
  for (const [at, column] of head.entries()) {
    const text = row.cells[at] ?? '';
    if (/^[=+\-@\t]/.test(text)) checker.add(row.line, column, 'formula', text);
  }
}

function readGoods(rows: readonly CsvRow[], known: Known, checker: Checker): ImportedGoods {
  const [first] = rows;
  if (!first) throw new Error('a group has a row');
  const type = checker.cell(first, 'type');
  const typeId = known.types.get(type.toLowerCase());
  if (typeId === undefined) checker.add(first.line, 'type', 'badtype', type);
  const coinId = checker.cell(first, 'coin').toUpperCase();
  if (coinId !== 'USDT' && coinId !== 'USDO') checker.add(first.line, 'coin', 'badcoin', coinId);
  const names = checker.texts(first, 'name', goodsLimits.name);
  const contents = checker.texts(first, 'content', goodsLimits.content);
  if (Object.keys(names).length === 0) checker.add(first.line, 'name_en', 'noname');
  checkSame(rows, checker);
  const skus = rows.map((row) => readSku(row, checker));
  checkVariants(rows, skus, checker);
  return {
    typeId: typeId ?? '',
    coinId,
    pictures: readPictures(first, known, checker),
    texts: Object.fromEntries(
      Object.entries(names).map(([locale, name]) => [
        locale,
        { name, content: contents[locale as Locale] ?? '' },
      ]),
    ),
    skus,
  };
}

/** What belongs to the goods stands in its first row; a later row says the same, or nothing. */
function checkSame([first, ...later]: readonly CsvRow[], checker: Checker): void {
  const shared = columns.filter((one) => /^(type|coin|pictures|name_|content_)/.test(one));
  for (const row of later)
    for (const column of shared) {
      const text = checker.cell(row, column);
      if (first && text !== '' && text !== checker.cell(first, column))
        checker.add(row.line, column, 'differs', text);
    }
}

function readSku(row: CsvRow, checker: Checker): ImportedSku {
  const [priceText, oblText] = [checker.cell(row, 'price'), checker.cell(row, 'obl')];
  const price = readPrice(priceText, false);
  if (price === undefined) checker.add(row.line, 'price', 'badprice', priceText);
  const obl = readPrice(oblText === '' ? '0' : oblText, true);
  if (obl === undefined || (price !== undefined && obl > price))
    checker.add(row.line, 'obl', 'bigobl', oblText);
  const stockText = checker.cell(row, 'stock');
  const stock = /^\d{1,6}$/.test(stockText) ? Number(stockText) : undefined;
  if (stock === undefined) checker.add(row.line, 'stock', 'badstock', stockText);
  const name = checker.texts(row, 'variant', goodsLimits.variant);
  return { name, price: price ?? 0n, obl: obl ?? 0n, stock: stock ?? 0, picurl: '' };
}

function checkVariants(rows: readonly CsvRow[], skus: readonly ImportedSku[], checker: Checker): void {
  if (skus.length > goodsLimits.skus) {
    checker.add(rows[goodsLimits.skus]?.line ?? 1, 'goods', 'manyvariants', String(skus.length));
    return;
  }
  for (const [at, { name }] of skus.entries()) {
    const before = skus.slice(0, at);
    const isTwin = locales.some((locale) => {
      const said = name[locale]?.toLowerCase();
      return said !== undefined && before.some((one) => one.name[locale]?.toLowerCase() === said);
    });
    const isNameless = skus.length > 1 && Object.keys(name).length === 0;
    if (isTwin || isNameless)
      checker.add(rows[at]?.line ?? 1, 'variant_en', 'twovariants', Object.values(name)[0] ?? '');
  }
}

function readPictures(row: CsvRow, known: Known, checker: Checker): string[] {
  const pictures = checker
    .cell(row, 'pictures')
    .split(/\s+/)
    .filter((one) => one !== '');
  if (pictures.length > goodsLimits.pictures)
    checker.add(row.line, 'pictures', 'manypictures', String(pictures.length));
  for (const picture of pictures)
    if (!known.pictures.has(picture)) checker.add(row.line, 'pictures', 'badpicture', picture);
  return pictures;
}
