/** Imported first: what only development and tests check does not stand in a figure. */
process.env['OPENMERE_ENV'] = 'production';
