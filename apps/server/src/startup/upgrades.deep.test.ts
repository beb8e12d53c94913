import { earlierVersions } from '../../test/upgrade-fixture.ts';
import { testUpgradesFrom } from '../../test/upgrade-tests.ts';

// The newest is in `upgrades.test.ts`.
testUpgradesFrom(earlierVersions.slice(0, -1));
