/** In the time of the process (ms), which a wrong clock does not change; 0 is its start. */
let checkedAt = 0;

/** Called each time this process has checked the schedules for times that are too far ahead. */
export function recordScheduleCheck(): void {
  checkedAt = performance.now();
}

/** Seconds since the last check, or since the start of the process before the first one. */
export function scheduleCheckAge(): number {
  return (performance.now() - checkedAt) / 1_000;
}
