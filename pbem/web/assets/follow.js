// The page behind a link of a letter goes on to the page of its seat by itself.
document.getElementById("follow")?.submit();
