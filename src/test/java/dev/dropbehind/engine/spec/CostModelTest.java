package dev.dropbehind.engine.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** Priors and what calibration puts in their place. */
class CostModelTest {

    @Test
    void withoutCalibrationEveryCostIsItsPrior() {
        assertThat(Cost.values())
                .allSatisfy(cost -> assertThat(CostModel.priors().of(cost)).isEqualTo(cost.prior()));
        assertThat(CostModel.priors().fittedCosts()).isEmpty();
    }

    @Test
    void aFittedCostReplacesThePriorAndIsKnownAsFitted() {
        CostModel fitted = CostModel.priors().fitted(Cost.RECLAIM_FOLIO, 1500);

        assertThat(fitted.of(Cost.RECLAIM_FOLIO)).isEqualTo(1500);
        assertThat(fitted.of(Cost.COPY)).isEqualTo(Cost.COPY.prior());
        assertThat(fitted.fittedCosts()).containsExactly(Cost.RECLAIM_FOLIO);
        assertThat(CostModel.priors().of(Cost.RECLAIM_FOLIO)).isEqualTo(Cost.RECLAIM_FOLIO.prior());
    }

    @Test
    void aCostThatASpecSaysIsFittedOnlyWhereItIsTheFittedOne() {
        CostModel fitted =
                CostModel.priors().fitted(Cost.GUEST_FIRST_TOUCH, 900).fitted(Cost.BIO, 500);

        assertThat(fitted.with(Cost.GUEST_FIRST_TOUCH, 900)).isEqualTo(fitted);
        assertThat(fitted.with(Cost.GUEST_FIRST_TOUCH, 0).of(Cost.GUEST_FIRST_TOUCH))
                .isZero();
        assertThat(fitted.with(Cost.GUEST_FIRST_TOUCH, 0).fittedCosts()).containsExactly(Cost.BIO);
    }

    @Test
    void modelsAreEqualByValueAndByWhatWasFitted() {
        CostModel same = CostModel.priors().fitted(Cost.BIO, Cost.BIO.prior());

        assertThat(CostModel.priors()).isEqualTo(CostModel.priors()).isNotEqualTo(same);
        assertThat(same).isEqualTo(CostModel.priors().fitted(Cost.BIO, Cost.BIO.prior()));
    }

    @Test
    void nothingCostsLessThanNothing() {
        assertThatThrownBy(() -> CostModel.priors().fitted(Cost.BIO, -1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void everyCostSaysItsUnitAndWhatIsPaidFor() {
        assertThat(Cost.values()).allSatisfy(cost -> {
            assertThat(cost.unit()).matches("(ns|ps) an? [a-z]+");
            assertThat(cost.meaning()).isNotBlank();
            assertThat(cost.prior()).isGreaterThan(cost == Cost.GUEST_FIRST_TOUCH ? -1 : 0);
        });
    }
}
