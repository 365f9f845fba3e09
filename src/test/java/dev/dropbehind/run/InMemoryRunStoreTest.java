package dev.dropbehind.run;

class InMemoryRunStoreTest extends RunStoreContract {

    @Override
    RunStore storeOfThree() {
        return new InMemoryRunStore(3);
    }
}
