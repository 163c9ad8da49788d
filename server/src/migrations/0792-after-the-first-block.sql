-- The development chain has another block 0 after each of its starts, so that reading from there never links with block 1. No chain has
-- logs in its block 0: who waits there begins behind it.
update chain_handler set next_block = 1 where next_block = 0;
