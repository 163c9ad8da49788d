import { forgetSettings } from '../setting/read.ts';

// Runs before each test file. A worker keeps its modules from file to file (vitest.config.ts), and settings are kept for a
// second: those of the last file's database must not be this one's, also where a test opens one without `openTestContext`.
forgetSettings();
