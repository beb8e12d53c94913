import { earlierVersions } from '../../test/upgrade-fixture.ts';
import { testUpgradesFrom } from '../../test/upgrade-tests.ts';

// The others are in `upgrades.deep.test.ts`.
testUpgradesFrom(earlierVersions.slice(-1));
