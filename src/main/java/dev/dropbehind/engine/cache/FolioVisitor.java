package dev.dropbehind.engine.cache;

/** Something done with folios, a row at a time. */
public interface FolioVisitor {

    /**
     * Is shown one row.
     *
     * @param folio the row
     */
    void visit(int folio);
}
