package dev.dropbehind.engine.call;

/** A system call that a task walks through step by step. */
public sealed interface Call
        permits DefragCall,
                DirectCall,
                DontneedCall,
                ReadCall,
                StoreCall,
                SyncAllCall,
                SyncCall,
                TruncateCall,
                WriteCall,
                ZeroRangeCall {

    /** Walks on until the task must pay or sleep, or the call has returned. */
    Progress advance();
}
