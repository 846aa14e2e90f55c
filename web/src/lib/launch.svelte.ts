// launch.svelte.ts - what is seen while a table or a record comes whose address was opened from outside, until it is drawn.
class Launch {
  on = $state(/^\/(t|replay)\/./.test(location.pathname));

  end(): void {
    this.on = false;
  }
}

export const launch = new Launch();
