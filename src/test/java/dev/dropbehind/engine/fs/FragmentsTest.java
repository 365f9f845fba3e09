package dev.dropbehind.engine.fs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where the pieces of a file lie. */
class FragmentsTest {

    @ParameterizedTest
    @CsvSource({"2, 1", "3, 1", "4, 1", "5, 2", "6, 3", "7, 2", "8, 2", "11, 5", "100, 7", "4096, 1", "10007, 3"})
    void noPieceFollowsTheOneBeforeItAndEachPageHasAPlaceOfItsOwn(int pages, int piecePages) {
        Fragments fragments = Fragments.of(pages, piecePages);
        int[] places = IntStream.range(0, pages).map(fragments::placeOf).toArray();

        for (int page = 1; page < pages; page++) {
            boolean follows = places[page] == places[page - 1] + 1;
            assertThat(follows).as("page " + page).isEqualTo(page % piecePages != 0);
        }
        Arrays.sort(places);
        assertThat(places).isEqualTo(IntStream.range(0, pages).toArray());
    }

    @Test
    void aPieceEndsWhereTheNextBeginsAndTheLastWithTheFile() {
        Fragments fragments = Fragments.of(10, 4);

        assertThat(IntStream.range(0, 10).map(fragments::endOf)).containsExactly(4, 4, 4, 4, 8, 8, 8, 8, 10, 10);
    }

    @Test
    void aFileInOnePieceLiesInOrder() {
        assertThat(IntStream.range(0, 5).map(Fragments.one(5)::placeOf)).containsExactly(0, 1, 2, 3, 4);
        assertThat(IntStream.range(0, 5).map(Fragments.of(5, 100)::placeOf)).containsExactly(0, 1, 2, 3, 4);
    }
}
