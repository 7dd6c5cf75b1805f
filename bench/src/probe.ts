/** Loaded into every contestant beside its own code: tells, when asked over IPC, what the process has used. */
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ user, system, cpu: user + system, peak: process.resourceUsage().maxRSS * 1024 });
});
process.on('disconnect', () => process.exit(0));
