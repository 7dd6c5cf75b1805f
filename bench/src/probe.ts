/** Loaded into every contestant: reports the process's resource usage over IPC on request. */
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ user, system, cpu: user + system, peak: process.resourceUsage().maxRSS * 1024 });
});
process.on('disconnect', () => process.exit(0));
