@echo off
rem Runs Maven: the installed one if it is at least 3.8.6, else the release pinned in .mvn\wrapper\maven-wrapper.properties,
rem downloaded, checked and unpacked once. See mvnw for the variables that it honours.
setlocal
set "MAVEN="
set "FINDER=%~dp0.mvn\wrapper\find-maven.ps1"
for /f "usebackq tokens=1,* delims==" %%a in (`powershell -NoProfile -ExecutionPolicy Bypass -File "%FINDER%"`) do set "%%a=%%b"
if not defined MAVEN exit /b 1
call "%MAVEN%" %*
exit /b %ERRORLEVEL%
