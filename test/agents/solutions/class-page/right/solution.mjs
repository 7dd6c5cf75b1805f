export async function loadClassPage({ url, token }, classId) {
  const query = `query ($id: ID!) {
    class(id: $id) { name course { name } instructors { user { ...Name } } students { user { ...Name } } }
  }
  fragment Name on User { firstName lastName handle }`;
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query, variables: { id: classId } }),
  });
  const { data } = await response.json();
  if (!data.class) return null;
  const names = (members) =>
    members.map(({ user }) => [user.firstName, user.lastName].filter(Boolean).join(' ') || user.handle);
  return {
    name: data.class.name,
    course: data.class.course?.name ?? null,
    instructors: names(data.class.instructors),
    students: names(data.class.students),
  };
}
