import { appClosed } from './rules/app-closed.ts';
import { asvs } from './rules/asvs.ts';
import { comments } from './rules/comments.ts';
import { constants } from './rules/constants.ts';
import { coreImports } from './rules/core-imports.ts';
import { corePure } from './rules/core-pure.ts';
import { cssClasses } from './rules/css-classes.ts';
import { databaseRights } from './rules/database-rights.ts';
import { domainsApart } from './rules/domains-apart.ts';
import { errorMessages } from './rules/error-messages.ts';
import { exportsNamed } from './rules/exports.ts';
import { honestTexts } from './rules/honest-texts.ts';
import { lateParts } from './rules/late-parts.ts';
import { layers } from './rules/layers.ts';
import { ledgerAlone } from './rules/ledger-alone.ts';
import { locales } from './rules/locales.ts';
import { lockFile } from './rules/lock-file.ts';
import { machinery } from './rules/machinery.ts';
import { names } from './rules/names.ts';
import { plainNames } from './rules/plain-names.ts';
import { pushes } from './rules/pushes.ts';
import { rooms } from './rules/rooms.ts';
import { settings } from './rules/settings.ts';
import { sizes } from './rules/sizes.ts';
import { callsSpecified } from './rules/specified-calls.ts';
import { routesSpecified } from './rules/specified-routes.ts';
import { stores } from './rules/stores.ts';
import { testNames } from './rules/test-names.ts';
import { texts } from './rules/texts.ts';
import { useCases } from './rules/use-cases.ts';
import { voice } from './rules/voice.ts';
import type { Rule } from './tree.ts';

/** What no linter says; each has bad examples in `example/` that must fail. Cycles, default exports and the like are oxlint's. */
export const rules: readonly Rule[] = [
  coreImports,
  corePure,
  machinery,
  ledgerAlone,
  domainsApart,
  layers,
  useCases,
  stores,
  appClosed,
  rooms,
  exportsNamed,
  sizes,
  names,
  plainNames,
  constants,
  cssClasses,
  lateParts,
  comments,
  testNames,
  locales,
  texts,
  errorMessages,
  honestTexts,
  voice,
  routesSpecified,
  callsSpecified,
  pushes,
  settings,
  lockFile,
  databaseRights,
  asvs,
];
