package dev.dropbehind.run;

import dev.dropbehind.testing.Database;

class H2RunStoreTest extends RunStoreContract {

    @Override
    RunStore storeOfThree() {
        return Runs.store(Database.inMemory(), 3);
    }
}
