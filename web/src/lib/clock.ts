// clock.ts - time as clocks show it.

/** 75 seconds are 1:15. */
export function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
